/** logs/sonarad.log: a line each, with a UTC time; rotates so that it never grows without end. */
import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A file is rotated once it has this many bytes; this many old ones are kept. */
const ROTATE_AT = 1_000_000;
const KEEP = 8;

export interface Log {
  /** Must not hold text that was spoken, or a key. Never throws: a full disk loses only the line. */
  line(text: string): void;
}

export function openLog(home: string, now: () => Date = () => new Date()): Log {
  const folder = join(home, 'logs');
  const path = join(folder, 'sonarad.log');
  return {
    line(text) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        rotate(path);
        const oneLine = text.replace(/[\r\n]+/g, ' ');
        appendFileSync(path, `${now().toISOString()} ${oneLine}\n`, { mode: 0o600 });
      } catch {
        // Nowhere left to say it.
      }
    },
  };
}

function rotate(path: string): void {
  if (!existsSync(path) || statSync(path).size < ROTATE_AT) return;
  const segment = (number: number) => path.replace(/log$/, `${number}.log`);
  for (let number = KEEP - 1; number >= 1; number--) {
    if (existsSync(segment(number))) renameSync(segment(number), segment(number + 1));
  }
  renameSync(path, segment(1));
}
