/** The agents that can write a recap without a window: how each is started, in one table. */
import { SummaryError } from './port.ts';

export interface AgentCommand {
  /** Its arguments, the model aside; the prompt comes by stdin, the answer alone by stdout. */
  args: readonly string[];
  /** Added to its environment. */
  env: Readonly<Record<string, string>>;
}

export const agentCommands: Readonly<Record<'claude' | 'codex', AgentCommand>> = {
  claude: {
    args: [
      '-p',
      '--output-format=text',
      '--tools=',
      '--setting-sources=',
      '--strict-mcp-config',
      '--disable-slash-commands',
      '--no-session-persistence',
      '--system-prompt=You turn a written reply into words to be heard.',
    ],
    // Memory files, hooks and plugins; as a variable, versions that do not know it run all the same.
    env: { CLAUDE_CODE_SAFE_MODE: '1', DISABLE_AUTOUPDATER: '1' },
  },
  codex: {
    args: [
      'exec',
      '--sandbox=read-only',
      '--skip-git-repo-check',
      '--ephemeral',
      '--ignore-user-config',
      '--ignore-rules',
      '--color=never',
      // As configuration, since a feature that a version does not know is then no error.
      ...[
        'shell_tool',
        'unified_exec',
        'view_image',
        'image_generation',
        'browser_use',
        'computer_use',
        'apps',
        'plugins',
        'hooks',
        'multi_agent',
      ].map((feature) => `--config=features.${feature}=false`),
      '--config=web_search=disabled',
      '--config=project_doc_max_bytes=0',
    ],
    env: {},
  },
};

/** Claude's short names: of another command they say only that nobody chose a model. */
const shortNames = new Set(['haiku', 'sonnet', 'opus', 'fable']);
const ollamaModel = 'gemma3:4b';

export function ollamaModelOf(model: string | undefined): string {
  return model === undefined || shortNames.has(model) ? ollamaModel : model;
}

export function argumentsOf(command: 'claude' | 'codex', model: string): string[] {
  const args = [...agentCommands[command].args];
  if (command === 'claude' || !shortNames.has(model)) args.push(`--model=${model}`);
  if (command === 'codex') args.push('-');
  if (!args.every(isHarmless))
    throw new SummaryError('failed', 'the model has a name that cannot be passed on');
  return args;
}

/** Nothing that cmd.exe reads as anything but itself, with or without quotes around it. */
const harmless = /^[\w .:/@=,[\]-]*$/;
export function isHarmless(argument: string): boolean {
  return harmless.test(argument);
}
