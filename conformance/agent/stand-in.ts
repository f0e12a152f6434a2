/** A folder for PATH with small programs named claude and codex, whose behaviour a case writes into files. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '../harness/clean-up.ts';

/**
 * Notes how it was called, then does what the file `way` says: `fail`, `empty`, `slow` (0.6 s), `hang` (with a child), `deaf` (reads nothing), or
 * else answers with the file `recap`, in whichever form its arguments ask for.
 */
const program = `#!/bin/sh
d=$(dirname "$0")
name=$(basename "$0")
text=$(cat "$d/recap" 2>/dev/null)
way=$(cat "$d/way" 2>/dev/null)
pwd >> "$d/pwd"
[ "$way" = deaf ] && exec < /dev/null
cat > "$d/stdin"
printf '%s\\n' "$*" >> "$d/stdin"
printf '%s\\n' "$name $*" >> "$d/calls"
case "$way" in
  fail) echo broken >&2; exit 3 ;;
  hang) sleep 300 & echo "$$ $!" >> "$d/pids"; wait ;;
  slow) sleep 0.6 ;;
  killed) kill -9 $$ ;;
  flood) yes 'The tests are green.' | head -c 30000000; exit 0 ;;
esac
[ "$way" = empty ] && text=
out=
previous=
for argument in "$@"; do
  case "$previous" in -o|--output-last-message) out=$argument ;; esac
  previous=$argument
done
[ -n "$out" ] && printf '%s\\n' "$text" > "$out"
case " $name $* " in
  *codex*--json*) printf '{"type":"item.completed","item":{"type":"agent_message","text":"%s"}}\\n' "$text" ;;
  *json*) printf '{"type":"result","subtype":"success","is_error":false,"result":"%s"}\\n' "$text" ;;
  *) printf '%s\\n' "$text" ;;
esac
`;

export class StandIn {
  readonly folder = newFolder();
  readonly home = join(this.folder, 'home');
  /** What the runtime is started with. */
  readonly env = {
    PATH: `${join(this.folder, 'bin')}:/usr/bin:/bin`,
    HOME: this.home,
    USERPROFILE: this.home,
  };

  constructor(names: string[] = ['claude', 'codex']) {
    for (const name of ['bin', 'home']) mkdirSync(join(this.folder, name));
    for (const name of names) {
      writeFileSync(this.#path(name), program);
      chmodSync(this.#path(name), 0o755);
    }
  }

  answers(recap: string): void {
    this.forget();
    writeFileSync(this.#path('recap'), recap);
  }

  misbehaves(
    way: 'fail' | 'empty' | 'slow' | 'hang' | 'killed' | 'flood' | 'deaf',
    recap = '',
  ): void {
    this.answers(recap);
    writeFileSync(this.#path('way'), way);
  }

  /** `<program> <arguments>` of each call since. */
  calls(): string[] {
    return this.#lines('calls');
  }

  /** The folders it ran in. */
  folders(): string[] {
    return this.#lines('pwd');
  }

  /** What the last call was given, on its standard input and as arguments. */
  given(): string {
    return this.#lines('stdin').join('\n');
  }

  /** Of those that hang, and of their children. */
  pids(): number[] {
    return this.#lines('pids').flatMap((line) => line.split(' ').map(Number));
  }

  forget(): void {
    for (const name of ['way', 'recap', 'calls', 'pwd', 'stdin', 'pids'])
      rmSync(this.#path(name), { force: true });
  }

  #path(name: string): string {
    return join(this.folder, 'bin', name);
  }

  #lines(name: string): string[] {
    const path = this.#path(name);
    return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
  }
}
