/**
 * Advisory locks between processes that the system frees when their holder ends, however it ends.
 * Linux and macOS: `flock`; Windows: `LockFileEx`. Never waits. koffi is loaded at the first use.
 */
import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';

type Koffi = typeof import('koffi');

export interface FileLock {
  /**
   * @returns false when someone else holds it
   * @throws Error when the file cannot be opened or the platform's lock cannot be used at all
   */
  tryLock(): boolean;
  unlock(): void;
  /** Frees what is held and the file. A later `tryLock` opens it again. */
  close(): void;
}

/** A lock on the file at `path`, made (for the user alone) when it is missing. Two of them exclude each other in one process too. */
export function fileLock(path: string): FileLock {
  return process.platform === 'win32' ? new WindowsLock(path) : new PosixLock(path);
}

class PosixLock implements FileLock {
  readonly #path: string;
  #fd: number | null = null;
  #flock: Flock | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  tryLock(): boolean {
    this.#flock ??= loadFlock();
    // A lock on a file that somebody deleted excludes nobody: take the one that has the name now.
    for (let attempt = 0; attempt < 3; attempt++) {
      // Node opens with O_CLOEXEC, so no child can hold the lock after we are gone.
      this.#fd ??= openSync(this.#path, APPEND, 0o600);
      if (!this.#flock(this.#fd, LOCK_EX | LOCK_NB)) return false;
      if (fstatSync(this.#fd).nlink > 0) return true;
      this.close();
    }
    return false;
  }

  unlock(): void {
    if (this.#fd !== null) this.#flock?.(this.#fd, LOCK_UN);
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
  }
}

/** To a named pipe that nobody reads it fails, where it would wait for ever otherwise. */
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

const LOCK_EX = 2;
const LOCK_NB = 4;
const LOCK_UN = 8;

type Flock = (fd: number, operation: number) => boolean;

function loadFlock(): Flock {
  // The C library this process itself runs on, whatever its name is.
  const flock = loadKoffi().load(null).func('int flock(int fd, int operation)') as (
    fd: number,
    operation: number,
  ) => number;
  return (fd, operation) => flock(fd, operation) === 0;
}

const GENERIC_WRITE = 0x40000000;
const SHARE_ALL = 7;
const OPEN_ALWAYS = 4;
const NORMAL = 0x80;
const INVALID_HANDLE = -1;
const FAIL_IMMEDIATELY_EXCLUSIVE = 3;
/** sizeof(OVERLAPPED) on 64-bit Windows; all zero means "from the first byte". */
const OVERLAPPED_BYTES = 32;

/** A HANDLE as koffi gives an intptr_t. */
type Handle = number | bigint;

class WindowsLock implements FileLock {
  readonly #path: string;
  #calls: WindowsCalls | null = null;
  #handle: Handle | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  tryLock(): boolean {
    this.#calls ??= loadWindowsCalls();
    this.#handle ??= this.#calls.open(this.#path);
    return this.#calls.lock(this.#handle);
  }

  unlock(): void {
    if (this.#handle !== null) this.#calls?.unlock(this.#handle);
  }

  close(): void {
    if (this.#handle !== null) this.#calls?.close(this.#handle);
    this.#handle = null;
  }
}

interface WindowsCalls {
  open(path: string): Handle;
  lock(handle: Handle): boolean;
  unlock(handle: Handle): void;
  close(handle: Handle): void;
}

function loadWindowsCalls(): WindowsCalls {
  const koffi = loadKoffi();
  const kernel32 = koffi.load('kernel32.dll');
  const create = kernel32.func(
    'intptr_t __stdcall CreateFileW(str16 name, uint32_t access, uint32_t share, void* security, uint32_t disposition, uint32_t flags, intptr_t template)',
  );
  const lock = kernel32.func(
    'int __stdcall LockFileEx(intptr_t file, uint32_t flags, uint32_t reserved, uint32_t low, uint32_t high, void* overlapped)',
  );
  const unlock = kernel32.func(
    'int __stdcall UnlockFileEx(intptr_t file, uint32_t reserved, uint32_t low, uint32_t high, void* overlapped)',
  );
  const close = kernel32.func('int __stdcall CloseHandle(intptr_t handle)');
  return {
    open(path) {
      const handle = create(path, GENERIC_WRITE, SHARE_ALL, null, OPEN_ALWAYS, NORMAL, 0) as Handle;
      if (Number(handle) === INVALID_HANDLE) {
        throw new Error(`the lock file ${path} cannot be opened`);
      }
      return handle;
    },
    lock: (handle) =>
      lock(handle, FAIL_IMMEDIATELY_EXCLUSIVE, 0, 1, 0, Buffer.alloc(OVERLAPPED_BYTES)) !== 0,
    unlock: (handle) => void unlock(handle, 0, 1, 0, Buffer.alloc(OVERLAPPED_BYTES)),
    close: (handle) => void close(handle),
  };
}

/** @throws Error in words when there is no koffi for this system */
export function loadKoffi(): Koffi {
  try {
    return createRequire(import.meta.url)('koffi') as Koffi;
  } catch (error) {
    throw new Error(
      `the library "koffi" cannot be loaded on this system, so locks between processes are missing: ${String(error)}`,
      { cause: error },
    );
  }
}
