/** What the suite leaves behind unless it is taken away: folders in the temp directory, processes, mounts. */
import { type ChildProcess, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Kept {
  folders: string[];
  children: Set<ChildProcess>;
  mounts: string[];
}

const kept: Kept = { folders: [], children: new Set(), mounts: [] };

/** A new folder of this test file alone; `cleanUp` removes it. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonara-conformance-'));
  kept.folders.push(folder);
  return folder;
}

export function keepChild(child: ChildProcess): void {
  kept.children.add(child);
  child.once('exit', () => kept.children.delete(child));
}

/** What is mounted there is taken off before folders are removed. */
export function keepMount(folder: string): void {
  kept.mounts.unshift(folder);
}

/** Ends what still runs, and removes every folder. */
export async function cleanUp(): Promise<void> {
  const ends = [...kept.children].map((child) => new Promise((end) => child.once('exit', end)));
  for (const child of kept.children) child.kill('SIGKILL');
  await Promise.all(ends);
  removeFolders();
}

function removeFolders(): void {
  for (const folder of kept.mounts.splice(0)) spawnSync('umount', ['--lazy', folder]);
  for (const folder of kept.folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

// For a worker that is told to go before its hooks have run.
process.once('exit', () => {
  for (const child of kept.children) child.kill('SIGKILL');
  removeFolders();
});
