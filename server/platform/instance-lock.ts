/**
 * One runtime per user and home: an OS lock that the system frees when the process ends, however it
 * ends. Linux and macOS: `flock` on `<home>/instance.lock`; Windows: the named mutex of the document.
 */
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileLock, loadKoffi } from './file-lock.ts';

export interface InstanceLock {
  release(): void;
}

/**
 * @returns the lock, or null when another process holds it
 * @throws Error in words when the platform's lock cannot be used at all
 */
export function acquireInstanceLock(home: string): InstanceLock | null {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  return process.platform === 'win32' ? lockByMutex(home) : lockByFile(home);
}

function lockByFile(home: string): InstanceLock | null {
  const lock = fileLock(join(home, 'instance.lock'));
  let held = false;
  try {
    held = lock.tryLock();
  } finally {
    if (!held) lock.close();
  }
  return held ? { release: once(() => lock.close()) } : null;
}

const ERROR_ALREADY_EXISTS = 183;

function lockByMutex(home: string): InstanceLock | null {
  const koffi = loadKoffi();
  const kernel32 = koffi.load('kernel32.dll');
  const create = kernel32.func(
    'void* __stdcall CreateMutexW(void* attributes, int owner, str16 name)',
  ) as (attributes: null, owner: number, name: string) => unknown;
  const lastError = kernel32.func('uint32_t __stdcall GetLastError()') as () => number;
  const close = kernel32.func('int __stdcall CloseHandle(void* handle)') as (h: unknown) => number;
  const user = `${process.env['USERDOMAIN'] ?? ''}\\${process.env['USERNAME'] ?? ''}`;
  const handle = create(null, 0, mutexName(user, canonical(home)));
  if (!handle || lastError() === ERROR_ALREADY_EXISTS) {
    if (handle) close(handle);
    return null;
  }
  return { release: once(() => close(handle)) };
}

/** @param user what identifies the user; `home` the canonical path. Exported for its test. */
export function mutexName(user: string, home: string): string {
  return `Local\\Sonara-Runtime-${fnv1a64(`${user}\n${home.toLowerCase()}`)}`;
}

/** FNV-1a, 64 bits, as 16 hex digits, over the UTF-8 bytes. */
export function fnv1a64(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text, 'utf8')) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}

function canonical(home: string): string {
  return realpathSync.native(home);
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}
