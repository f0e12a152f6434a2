import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LogLock } from './lock-port.ts';
import { type LogFolder, type LogFolderOptions, openLogFolder } from './log-folder.ts';

let home: string;
let opened: LogFolder[];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sonara-log-'));
  opened = [];
});
afterEach(() => {
  vi.useRealTimers();
  for (const logs of opened) logs.close();
  rmSync(home, { recursive: true, force: true });
});

function open(options: Omit<LogFolderOptions, 'home'> = {}): LogFolder {
  const logs = openLogFolder({ home, ...options });
  opened.push(logs);
  return logs;
}

const file = (name: string) => join(home, 'logs', name);
const texts = (name = 'sonarad.log') =>
  readFileSync(file(name), 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => line.slice(25));
const total = () =>
  readdirSync(join(home, 'logs'), { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(file(name)))
    .filter((stats) => stats.isFile())
    .reduce((sum, { size }) => sum + size, 0);

/** A lock that another process holds until it is given up. */
class HeldLock implements LogLock {
  held = true;
  locked = 0;
  tryLock(): boolean {
    if (this.held) return false;
    this.locked++;
    return true;
  }
  unlock(): void {
    this.locked--;
  }
  close(): void {}
}

describe('a line', () => {
  it('is in the file when the call returns, private to the user', () => {
    open().stream('sonarad').line('first');
    expect(texts()).toEqual(['first']);
    if (process.platform === 'win32') return;
    expect(statSync(file('sonarad.log')).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, 'logs')).mode & 0o777).toBe(0o700);
  });

  it('follows the others in order, a moment later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const stream = open().stream('sonarad');
    const expected = Array.from({ length: 500 }, (_, n) => `line ${n}`);
    for (const text of expected) stream.line(text);
    expect(texts()).toEqual(expected.slice(0, 1));
    await vi.advanceTimersByTimeAsync(1);
    expect(texts()).toEqual(expected);
  });

  it('goes to the file of its stream', () => {
    const logs = open();
    logs.stream('sonarad').line('a');
    logs.stream('hook').line('b');
    logs.stream('sonarad').line('c');
    logs.flush();
    expect([texts('sonarad.log'), texts('hook.log')]).toEqual([['a', 'c'], ['b']]);
  });

  it('carries the time at which it was said, not written', () => {
    const lock = new HeldLock();
    let now = 1000;
    const logs = open({ lock: () => lock, now: () => new Date(now) });
    logs.stream('sonarad').line('waits');
    now = 2000;
    lock.held = false;
    logs.flush();
    expect(readFileSync(file('sonarad.log'), 'utf8')).toBe('1970-01-01T00:00:01.000Z waits\n');
  });

  it('survives that the folder is removed', () => {
    const logs = open();
    logs.stream('sonarad').line('gone');
    logs.flush();
    rmSync(join(home, 'logs'), { recursive: true });
    logs.stream('sonarad').line('back');
    logs.flush();
    expect(texts()).toEqual(['back']);
    expect(logs.lost).toBe(0);
  });

  it('that cannot be written is lost without an error, the next one is not', () => {
    const logs = open();
    mkdirSync(file('sonarad.log'), { recursive: true });
    logs.stream('sonarad').line('lost');
    logs.flush();
    rmSync(file('sonarad.log'), { recursive: true });
    logs.stream('sonarad').line('kept');
    logs.flush();
    expect(texts()).toEqual(['kept']);
    expect(logs.lost).toBe(1);
  });

  it('is lost without an error when the home is a file', () => {
    writeFileSync(join(home, 'logs'), 'a file');
    const logs = open();
    expect(() => {
      logs.stream('sonarad').line('x');
      logs.close();
    }).not.toThrow();
    expect(readFileSync(join(home, 'logs'), 'utf8')).toBe('a file');
  });

  it('is lost without an error on a full disk', () => {
    if (!existsSync('/dev/full')) return;
    mkdirSync(join(home, 'logs'));
    symlinkSync('/dev/full', file('sonarad.log'));
    const logs = open();
    logs.stream('sonarad').line('lost');
    logs.stream('hook').line('kept');
    logs.flush();
    expect(texts('hook.log')).toEqual(['kept']);
    expect(logs.lost).toBe(1);
  });

  it('is still written when there can be no lock at all', () => {
    const broken: LogLock = {
      tryLock: () => {
        throw new Error('no koffi');
      },
      unlock: () => {
        throw new Error('no koffi');
      },
      close: () => {
        throw new Error('no koffi');
      },
    };
    const logs = open({ lock: () => broken });
    logs.stream('sonarad').line('x');
    logs.close();
    expect(texts()).toEqual(['x']);
  });

  it('after close is ignored', () => {
    const logs = open();
    logs.close();
    logs.stream('sonarad').line('late');
    expect(existsSync(file('sonarad.log'))).toBe(false);
  });
});

describe('the lock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });

  it('is on logs/.lock and is free after each write', () => {
    const lock = new HeldLock();
    lock.held = false;
    const paths: string[] = [];
    const logs = open({
      lock: (path) => {
        paths.push(path);
        return lock;
      },
    });
    logs.stream('sonarad').line('x');
    expect(paths).toEqual([file('.lock')]);
    expect(lock.locked).toBe(0);
  });

  it('is waited for without blocking, and the lines keep their order', async () => {
    const lock = new HeldLock();
    const stream = open({ lock: () => lock }).stream('sonarad');
    stream.line('a');
    stream.line('b');
    await vi.advanceTimersByTimeAsync(40);
    expect(existsSync(file('sonarad.log'))).toBe(false);
    lock.held = false;
    await vi.advanceTimersByTimeAsync(5);
    expect(texts()).toEqual(['a', 'b']);
  });

  it('is waited for 50 ms, then the line is skipped, and only that one', async () => {
    const lock = new HeldLock();
    const logs = open({ lock: () => lock });
    logs.stream('sonarad').line('skipped');
    await vi.advanceTimersByTimeAsync(30);
    logs.stream('sonarad').line('waits less');
    await vi.advanceTimersByTimeAsync(25);
    expect(logs.lost).toBe(1);
    lock.held = false;
    await vi.advanceTimersByTimeAsync(5);
    expect(texts()).toEqual(['waits less']);
  });

  it('that stays held bounds the memory of the queue', () => {
    const logs = open({ lock: () => new HeldLock() });
    const stream = logs.stream('sonarad');
    for (let n = 0; n < 100; n++) stream.line('x'.repeat(200_000));
    expect(logs.lost).toBeGreaterThan(75);
    expect(logs.lost).toBeLessThan(85);
  });
});

describe('flush', () => {
  it('gives up a held lock after 50 ms', () => {
    const logs = open({ lock: () => new HeldLock(), limits: { waitMs: 20 } });
    logs.stream('sonarad').line('x');
    logs.flush();
    expect(logs.lost).toBe(1);
  });
});

describe('rotation', () => {
  const small = { rotateAt: 200, folder: 100_000 };

  it('makes .1 the newest and loses nothing', () => {
    const logs = open({ limits: small });
    const expected = Array.from({ length: 40 }, (_, n) => `line ${String(n).padStart(3, '0')}`);
    for (const text of expected) logs.stream('sonarad').line(text);
    logs.flush();
    const names = readdirSync(join(home, 'logs')).sort();
    const count = names.length;
    expect(count).toBeGreaterThan(5);
    const oldestFirst = [
      ...Array.from({ length: count - 1 }, (_, n) => `sonarad.${count - 1 - n}.log`),
      'sonarad.log',
    ];
    expect(names).toEqual([...oldestFirst].sort());
    expect(oldestFirst.flatMap((name) => texts(name))).toEqual(expected);
    for (const name of names) expect(statSync(file(name)).size).toBeLessThanOrEqual(200);
  });

  it('gives a line that is longer than a file its own', () => {
    const logs = open({ limits: small });
    for (const text of ['a', 'x'.repeat(500), 'b']) logs.stream('sonarad').line(text);
    logs.flush();
    expect(texts('sonarad.2.log')).toEqual(['a']);
    expect(texts('sonarad.1.log')).toEqual(['x'.repeat(500)]);
    expect(texts()).toEqual(['b']);
  });

  it('replaces no segment, and fills a gap', () => {
    mkdirSync(join(home, 'logs'));
    writeFileSync(file('sonarad.1.log'), 'one');
    writeFileSync(file('sonarad.3.log'), 'three');
    const logs = open({ limits: small });
    logs.stream('sonarad').line('x'.repeat(150));
    logs.stream('sonarad').line('y'.repeat(150));
    logs.flush();
    expect(readFileSync(file('sonarad.2.log'), 'utf8')).toBe('one');
    expect(readFileSync(file('sonarad.3.log'), 'utf8')).toBe('three');
    expect(texts('sonarad.1.log')).toEqual(['x'.repeat(150)]);
  });

  it('happens at 1 MB by default', () => {
    const logs = open();
    logs.stream('sonarad').line('first');
    logs.flush();
    writeFileSync(file('sonarad.log'), `${'x'.repeat(999_900)}\n`);
    logs.stream('sonarad').line('y'.repeat(200));
    logs.flush();
    expect(statSync(file('sonarad.1.log')).size).toBe(999_901);
    expect(texts()).toEqual(['y'.repeat(200)]);
  });
});

describe('the budget of the folder', () => {
  const limits = { rotateAt: 1000, folder: 5000 };

  it('is never passed, whatever is written', () => {
    const logs = open({ limits });
    for (let n = 0; n < 300; n++) {
      logs.stream(n % 3 ? 'sonarad' : 'hook').line('x'.repeat((n * 37) % 900));
      logs.flush();
      expect(total()).toBeLessThanOrEqual(5000);
    }
    expect(total()).toBeGreaterThan(3000);
    expect(logs.lost).toBe(0);
  });

  it('is kept when many lines come in one turn', () => {
    const logs = open({ limits });
    for (let n = 0; n < 300; n++) logs.stream('sonarad').line('x'.repeat(100));
    logs.flush();
    expect(total()).toBeLessThanOrEqual(5000);
    expect(total()).toBeGreaterThan(3500);
    expect(logs.lost).toBe(0);
  });

  it('counts what others left there and deletes what was last written longest ago', () => {
    mkdirSync(file('sub'), { recursive: true });
    const ages = {
      'bootstrap.log': 300,
      'sonarad.1.log': 200,
      'sub/deep.log': 400,
      'hook.log': 100,
    };
    for (const [name, age] of Object.entries(ages)) {
      writeFileSync(file(name), 'x'.repeat(1200));
      utimesSync(file(name), Date.now() / 1000 - age, Date.now() / 1000 - age);
    }
    const logs = open({ limits });
    logs.stream('sonarad').line('x'.repeat(800));
    logs.flush();
    expect(existsSync(file('sub/deep.log'))).toBe(false);
    expect(existsSync(file('bootstrap.log'))).toBe(true);
    logs.stream('sonarad').line('x'.repeat(800));
    logs.flush();
    expect(existsSync(file('bootstrap.log'))).toBe(false);
    expect(existsSync(file('hook.log'))).toBe(true);
  });

  it('empties its own file at last, when nothing else is there', () => {
    const logs = open({ limits: { rotateAt: 100_000, folder: 1000 } });
    for (const letter of ['a', 'b', 'c']) logs.stream('sonarad').line(letter.repeat(400));
    logs.flush();
    expect(texts()).toEqual(['c'.repeat(400)]);
    expect(logs.lost).toBe(0);
  });

  it('leaves out a line that is larger than all of it', () => {
    const logs = open({ limits });
    logs.stream('sonarad').line('x'.repeat(6000));
    logs.stream('sonarad').line('fits');
    logs.flush();
    expect(texts()).toEqual(['fits']);
    expect(logs.lost).toBe(1);
  });

  it('is 10 MB by default', () => {
    mkdirSync(join(home, 'logs'));
    for (let n = 1; n <= 10; n++) {
      writeFileSync(file(`hook.${n}.log`), Buffer.alloc(999_000));
      utimesSync(file(`hook.${n}.log`), 1e9 - n, 1e9 - n);
    }
    const logs = open();
    logs.stream('sonarad').line('x'.repeat(9000));
    logs.flush();
    expect(existsSync(file('hook.10.log'))).toBe(true);
    logs.stream('sonarad').line('x'.repeat(9000));
    logs.flush();
    expect(existsSync(file('hook.10.log'))).toBe(false);
    expect(existsSync(file('hook.9.log'))).toBe(true);
  });
});
