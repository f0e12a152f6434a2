import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sweep } from './private-runtime.ts';

let folder: string;
let gone: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonara-sweep-'));
  gone = spawnSync(process.execPath, ['-e', '']).pid;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const give = (...names: string[]) => {
  for (const name of names) mkdirSync(join(folder, name, 'inside'), { recursive: true });
};

describe('sweep', () => {
  it('removes the home of a run that was killed', async () => {
    give(`sonara-wav-${gone}-aB3dE6`);
    await sweep(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves that of one that runs', async () => {
    const name = `sonara-wav-${process.pid}-aB3dE6`;
    give(name);
    await sweep(folder);
    expect(readdirSync(folder)).toEqual([name]);
  });

  it("leaves the user's own files and folders, whatever their names begin with", async () => {
    const folders = ['sonara-wav-notes', 'sonara-wav-1-x', `sonara-wav-${gone}-of-mine`];
    const files = ['sonara-wav-out.wav', `sonara-wav-${gone}.wav`, `sonara-wav-${gone}-aB3dE6`];
    give(...folders);
    for (const name of files) writeFileSync(join(folder, name), 'precious');
    await sweep(folder);
    expect(readdirSync(folder).sort()).toEqual([...folders, ...files].sort());
  });
});
