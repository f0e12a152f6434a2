import { describe, expect, it } from 'vitest';
import { check } from './requests.ts';
import {
  mergeSummaries,
  type SavedSummaries,
  savedSummaries,
  summariesDefaults,
  type SummariesGiven,
  summariesGiven,
  viewSummaries,
} from './summaries-setting.ts';

const given = (value: unknown) => check(summariesGiven, value);
const defaults = { tidy: 'T', natural: 'N', brief: 'B' };

/** What is saved after these sets, one after the other. */
function after(...sets: SummariesGiven[]): SavedSummaries {
  return sets.reduce((saved: SavedSummaries, set) => {
    const checked = given(set);
    if (!checked.ok) throw new Error(checked.message);
    return mergeSummaries(saved, checked.value);
  }, {});
}

describe('what may be set', () => {
  it.each([
    [{}],
    [{ enabled: true }],
    [{ command: 'codex' }],
    [{ command: 'ollama' }],
    [{ model: 'claude-haiku-4.5[1m]' }],
    [{ model: 'hf.co/a/b:Q4_K_M' }],
    [{ timeout: 15 }],
    [{ timeout: 300 }],
    [{ settle_ms: 0 }],
    [{ settle_ms: 5000 }],
    [{ style: 'tidy' }],
    [{ prompt: null }],
    [{ prompt: '' }],
    [{ prompt: '😀'.repeat(8000) }],
    [{ prompts: { tidy: 'a', brief: null } }],
    [{ guard: false }],
    [{ host: null }],
    [{ host: 'https://box.local:11434/x' }],
  ])('%j', (value) => {
    expect(given(value)).toEqual({ ok: true, value });
  });

  it('is trimmed where it names something', () => {
    expect(given({ model: ' sonnet ', host: ' http://a ' })).toEqual({
      ok: true,
      value: { model: 'sonnet', host: 'http://a' },
    });
  });

  it('may hold fields that are not known or cannot be set', () => {
    expect(given({ more: 1, default_prompts: { tidy: 'x' }, enabled: true })).toEqual({
      ok: true,
      value: { enabled: true },
    });
  });

  it.each([
    [null, 'must be an object'],
    ['on', 'must be an object'],
    [[], 'must be an object'],
    [{ enabled: 'yes' }, "'enabled' must be true or false"],
    [{ enabled: null }, "'enabled' must be true or false"],
    [{ command: 'rm' }, `'command' must be "claude", "codex" or "ollama"`],
    [{ command: '/bin/claude' }, `'command' must be "claude", "codex" or "ollama"`],
    [{ model: '' }, /^'model' must be a name/],
    [{ model: ' ' }, /^'model' must be a name/],
    [{ model: '--help' }, /^'model' must be a name/],
    [{ model: 'a b' }, /^'model' must be a name/],
    [{ model: 'a&calc' }, /^'model' must be a name/],
    [{ model: 'a%PATH%' }, /^'model' must be a name/],
    [{ model: 'x'.repeat(129) }, /^'model' must be a name/],
    [{ timeout: 14 }, "'timeout' must be a whole number from 15 to 300"],
    [{ timeout: 301 }, "'timeout' must be a whole number from 15 to 300"],
    [{ timeout: 15.5 }, "'timeout' must be a whole number from 15 to 300"],
    [{ settle_ms: -1 }, "'settle_ms' must be a whole number from 0 to 5000"],
    [{ settle_ms: '600' }, "'settle_ms' must be a whole number from 0 to 5000"],
    [{ style: 'long' }, `'style' must be "tidy", "natural" or "brief"`],
    [{ prompt: 5 }, "'prompt' must be null or a text of at most 8000 characters"],
    [{ prompt: 'x'.repeat(8001) }, "'prompt' must be null or a text of at most 8000 characters"],
    [{ prompts: [] }, "'prompts' must be an object {tidy, natural, brief}"],
    [{ prompts: null }, "'prompts' must be an object {tidy, natural, brief}"],
    [{ prompts: { tidy: 1 } }, "'prompts.tidy' must be null or a text of at most 8000 characters"],
    [{ guard: 1 }, "'guard' must be true or false"],
    [{ host: 'ftp://a' }, "'host' must be null or an address like http://localhost:11434"],
    [{ host: 'localhost' }, "'host' must be null or an address like http://localhost:11434"],
    [{ host: 'http://' }, "'host' must be null or an address like http://localhost:11434"],
  ])('not %j', (value, message) => {
    expect(given(value)).toEqual({ ok: false, message: expect.stringMatching(message) as string });
  });
});

describe('a set', () => {
  it('changes the fields given, and saves no others', () => {
    expect(after({ style: 'tidy' })).toEqual({ style: 'tidy' });
    expect(after({ style: 'tidy', timeout: 30 }, { timeout: 60 })).toEqual({
      style: 'tidy',
      timeout: 60,
    });
    expect(after({})).toEqual({});
  });

  it("changes with prompt that of the style in force, which is the new one's", () => {
    expect(after({ prompt: 'a' })).toEqual({ prompts: { natural: 'a' } });
    expect(after({ style: 'brief' }, { prompt: 'a' })).toEqual({
      style: 'brief',
      prompts: { brief: 'a' },
    });
    expect(after({ prompt: 'a', style: 'tidy' })).toEqual({
      style: 'tidy',
      prompts: { tidy: 'a' },
    });
  });

  it('changes with prompts the styles given', () => {
    expect(after({ prompts: { tidy: 'a', brief: 'b' } }, { prompts: { brief: 'c' } })).toEqual({
      prompts: { tidy: 'a', brief: 'c' },
    });
  });

  it('takes prompt before prompts', () => {
    expect(after({ prompts: { natural: 'a' }, prompt: 'b' })).toEqual({
      prompts: { natural: 'b' },
    });
  });

  it.each([null, '', ' \n'])('clears a prompt with %j', (blank) => {
    expect(after({ prompt: 'a' }, { prompt: blank })).toEqual({});
    expect(after({ prompts: { tidy: 'a', brief: 'b' } }, { prompts: { tidy: blank } })).toEqual({
      prompts: { brief: 'b' },
    });
  });

  it('keeps a prompt as it was written', () => {
    expect(after({ prompt: ' a\n' })).toEqual({ prompts: { natural: ' a\n' } });
  });

  it('leaves what was saved as it was', () => {
    const saved = Object.freeze({ prompts: Object.freeze({ tidy: 'a' }) });
    mergeSummaries(saved, { style: 'tidy', prompt: null });
    expect(saved).toEqual({ prompts: { tidy: 'a' } });
  });
});

describe('get', () => {
  it('has every field, by default as documented', () => {
    expect(viewSummaries({}, defaults)).toEqual({
      enabled: false,
      command: 'claude',
      model: 'haiku',
      timeout: 60,
      settle_ms: 600,
      style: 'natural',
      guard: true,
      host: null,
      prompt: null,
      prompts: {},
      default_prompts: defaults,
    });
  });

  it('shows the prompt of the style in force', () => {
    const saved = after({ prompts: { tidy: 'a', brief: 'b' }, style: 'brief' });
    expect(viewSummaries(saved, defaults)).toMatchObject({
      style: 'brief',
      prompt: 'b',
      prompts: { tidy: 'a', brief: 'b' },
    });
  });

  it('may be set as it is, and changes nothing', () => {
    const saved = after({ prompts: { tidy: 'a' }, style: 'tidy', enabled: true });
    const view = viewSummaries(saved, defaults);
    const again = after(view as SummariesGiven);
    expect(viewSummaries(again, defaults)).toEqual(view);
  });
});

describe('a file', () => {
  it('gives back what was saved', () => {
    const saved = after({ ...summariesDefaults, prompts: { tidy: 'a' } });
    expect(savedSummaries(JSON.parse(JSON.stringify(saved)))).toEqual(saved);
  });

  it.each([[null], ['x'], [5], [undefined], [[]], [{ prompts: 'x' }], [{ prompts: null }]])(
    'with %j holds nothing',
    (value) => {
      expect(savedSummaries(value)).toEqual({});
    },
  );

  it('loses only the fields that are wrong', () => {
    const value = {
      enabled: true,
      timeout: 5,
      command: 'rm',
      style: 'brief',
      prompts: { tidy: 1, brief: 'b', natural: ' ', other: 'x' },
      prompt: 'p',
      more: 1,
    };
    expect(savedSummaries(value)).toEqual({
      enabled: true,
      style: 'brief',
      prompts: { brief: 'b' },
    });
  });
});
