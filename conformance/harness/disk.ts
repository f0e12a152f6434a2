/** Homes on a disk that is full, or that cannot be written to any more. */
import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { keepMount, newFolder } from './clean-up.ts';

const isRoot = process.getuid?.() === 0;

/** Whether this machine lets us mount a disk of our own; says so in one line when it does not. */
export function cannotMount(): boolean {
  const reason = process.platform !== 'linux' ? 'another system' : isRoot ? tryMount() : 'not root';
  if (reason) process.stderr.write(`left out: no disk can be mounted here (${reason})\n`);
  return reason !== null;
}

/** @returns why not, or null */
function tryMount(): string | null {
  const folder = newFolder();
  const made = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
  if (made.status !== 0) return String(made.error?.message ?? made.stderr).trim();
  spawnSync('umount', [folder]);
  return null;
}

function mount(...args: string[]): void {
  const { status, stderr } = spawnSync('mount', args);
  if (status !== 0) throw new Error(`mount ${args.join(' ')}: ${String(stderr)}`);
}

/** A file system of 256 kB with a home in it. */
export class SmallDisk {
  readonly folder = newFolder();
  readonly home = join(this.folder, 'home');

  constructor() {
    mount('-t', 'tmpfs', '-o', 'size=256k,mode=700', 'tmpfs', this.folder);
    keepMount(this.folder);
  }

  /** Leaves not one byte. */
  fill(): void {
    const file = openSync(join(this.folder, 'filling'), 'a');
    try {
      for (let size = 65_536; size >= 1;) {
        try {
          writeSync(file, Buffer.alloc(size));
        } catch {
          size /= 2;
        }
      }
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    rmSync(join(this.folder, 'filling'));
  }
}

/**
 * From here on nobody can make or change a file in this folder: root, whom modes do not stop, not even below it.
 * @returns what takes it back
 */
export function makeReadOnly(folder: string): () => void {
  if (!isRoot) {
    chmodSync(folder, 0o500);
    return () => chmodSync(folder, 0o700);
  }
  // A mount over itself: files that are open stay writable, as they would not let the disk be remounted.
  mount('--bind', folder, folder);
  keepMount(folder);
  // Busy for as long as a line is being written to a file in it.
  for (let left = 200; ; left--) {
    try {
      mount('-o', 'remount,bind,ro', folder);
      break;
    } catch (error) {
      if (left === 0 || !String(error).includes('busy')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
  return () => void spawnSync('umount', ['--lazy', folder]);
}
