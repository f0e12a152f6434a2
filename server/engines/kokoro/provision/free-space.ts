import type { FileSystem } from './file-system.ts';
import { ProvisionError } from './provision-error.ts';

/** Left to everything else on the disk, bytes. */
const RESERVE = 64e6;

/** @throws ProvisionError when `bytes` more would fill the disk; a disk that cannot tell is tried */
export async function checkFreeSpace(folder: string, bytes: number, fs: FileSystem): Promise<void> {
  const disk = await fs.statfs(folder).catch(() => null);
  // Some network file systems report nothing at all.
  if (!disk || disk.blocks === 0) return;
  const free = disk.bavail * disk.bsize;
  if (free >= bytes + RESERVE) return;
  const [needed, left] = [bytes + RESERVE, free].map((size) => `${Math.floor(size / 1e6)} MB`);
  throw new ProvisionError(`the disk with ${folder} is too full: ${needed} needed, ${left} free`);
}
