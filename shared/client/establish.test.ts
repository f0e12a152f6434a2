import { afterEach, beforeEach, expect, test } from 'vitest';
import { NotRunning, SonaraError, StartFailed } from './errors.ts';
import { defaultLimits, establish, type EstablishOptions, letSuccessorStart } from './establish.ts';
import { type Answer, refusal, ScriptedRuntime, welcome } from './fixtures/scripted-runtime.ts';

let runtime: ScriptedRuntime;
const connections: { close(): void }[] = [];

beforeEach(async () => {
  runtime = await ScriptedRuntime.start();
});
afterEach(async () => {
  for (const connection of connections.splice(0)) connection.close();
  await runtime.stop();
});

async function find(options: Partial<EstablishOptions> = {}) {
  const found = await establish({
    home: runtime.home,
    require: [],
    extensions: [],
    client: { name: 'test', version: '1' },
    keepAlive: false,
    command: null,
    takeover: true,
    owns: async () => 'yes',
    ...options,
    limits: { ...defaultLimits, retry: 5, ...options.limits },
  });
  connections.push(found.connection);
  return found;
}
const limits = (some: Partial<EstablishOptions['limits']>) => ({ ...defaultLimits, ...some });
/** A program that starts nothing, and fails. */
const command = [process.execPath, '-e', 'process.exit(7)', '--'];
const types = () => runtime.received.map(({ type, takeover }) => (takeover ? 'takeover' : type));

test('hello says what was asked for', async () => {
  await find({ require: ['core'], extensions: ['agent'], keepAlive: true });
  expect(runtime.received[0]).toMatchObject({
    type: 'hello',
    token: 't',
    client: { name: 'test', version: '1' },
    protocol: { major: 1 },
    require: ['core'],
    extensions: ['agent'],
    keep_alive: true,
  });
});

test('a port that another process holds gets not one byte', async () => {
  let bytes = 0;
  const asked: number[] = [];
  const owns: EstablishOptions['owns'] = async (pid, ends) => {
    runtime.sockets[0]?.on('data', (data: Buffer) => (bytes += data.length));
    asked.push(pid, ends.serverPort);
    return 'no';
  };
  await expect(find({ owns })).rejects.toThrow(NotRunning);
  expect(asked).toEqual([process.pid, runtime.port]);
  expect([bytes, runtime.received]).toEqual([0, []]);
});

test('where the system cannot tell the holder, the live pid has to do', async () => {
  expect((await find({ owns: async () => 'unknown' })).file.token).toBe('t');
});

test.each([
  ['of a process that is gone', { pid: 2 ** 22 + 1 }],
  ['without a token', { token: undefined as unknown as string }],
  ['with a port that is none', { port: 70_000 }],
])('a file %s is no runtime', async (_, fields) => {
  runtime.publish(fields);
  await expect(find()).rejects.toThrow(NotRunning);
  expect(runtime.connections).toBe(0);
});

test('a runtime that lacks something is not asked to go when none can be started', async () => {
  runtime.answer = () => refusal('E_UNSUPPORTED', 'missing: agent');
  await expect(find({ require: ['agent'] })).rejects.toMatchObject({ code: 'E_UNSUPPORTED' });
  expect(types()).toEqual(['hello']);
});

test('nor when the client does not want it', async () => {
  runtime.answer = () => refusal('E_UNSUPPORTED');
  await expect(find({ command, takeover: false })).rejects.toThrow(SonaraError);
  expect(types()).toEqual(['hello']);
});

test('a welcome that does not cover what is required counts as a refusal', async () => {
  await expect(find({ require: ['core', 'engines'] })).rejects.toMatchObject({
    code: 'E_UNSUPPORTED',
    message: 'missing: engines',
  });
});

test('takeover is asked again while the runtime is busy, then the bundled one is started', async () => {
  let busy = 3;
  runtime.answer = ({ takeover }) => {
    if (!takeover) return refusal('E_UNSUPPORTED');
    if (busy-- > 0) return refusal('E_BUSY');
    runtime.withdraw();
    return { ...welcome, takeover: true };
  };
  await expect(find({ command })).rejects.toThrow(StartFailed);
  expect(types()).toEqual(['hello', 'takeover', 'takeover', 'takeover', 'takeover']);
});

test('takeover goes on over new connections when the runtime hangs up', async () => {
  let tries = 0;
  runtime.answer = ({ takeover }, socket) => {
    if (!takeover) return refusal('E_UNSUPPORTED');
    if (++tries < 3) {
      socket.destroy();
      return null;
    }
    runtime.withdraw();
    return { ...welcome, takeover: true };
  };
  await expect(find({ command })).rejects.toThrow(StartFailed);
  expect(runtime.connections).toBe(4);
});

test('a runtime that stays busy is given up with E_INCOMPATIBLE, within the limit', async () => {
  runtime.answer = ({ takeover }) => refusal(takeover ? 'E_BUSY' : 'E_UNSUPPORTED', 'missing: x');
  const began = performance.now();
  const failure = find({ command, limits: limits({ takeover: 300, retry: 20 }) });
  await expect(failure).rejects.toMatchObject({
    code: 'E_INCOMPATIBLE',
    message: expect.stringMatching(/9\.9\.9.*missing: x.*0\.3 s/),
  });
  expect(performance.now() - began).toBeLessThan(2000);
  expect(types().length).toBeGreaterThan(3);
});

test('so is one that accepts and stays', async () => {
  runtime.answer = ({ takeover }) =>
    takeover ? { ...welcome, takeover } : refusal('E_UNSUPPORTED');
  const failure = find({ command, limits: limits({ takeover: 200 }) });
  await expect(failure).rejects.toMatchObject({ code: 'E_INCOMPATIBLE' });
});

test('another major is taken over without a hello that it might not understand', async () => {
  runtime.publish({ protocol: { major: 2, minor: 0 } });
  runtime.answer = () => {
    runtime.withdraw();
    return { ...welcome, takeover: true };
  };
  await expect(find({ command })).rejects.toThrow(StartFailed);
  expect(types()).toEqual(['takeover']);
});

test('a runtime that is exiting is waited for', async () => {
  runtime.answer = () => {
    setImmediate(() => runtime.withdraw());
    return refusal('E_BUSY');
  };
  await expect(find()).rejects.toThrow(NotRunning);
});

test('one that says so and stays is an error', async () => {
  runtime.answer = () => refusal('E_BUSY');
  await expect(find({ limits: limits({ leave: 30 }) })).rejects.toMatchObject({ code: 'E_BUSY' });
});

test('a token that was replaced meanwhile is read again', async () => {
  const answer: Answer = (message) => {
    if (message['token'] === 'new') return welcome;
    runtime.publish({ token: 'new' });
    return refusal('E_AUTH');
  };
  runtime.answer = answer;
  expect((await find()).file.token).toBe('new');
});

test('a wrong token that nobody replaces is an error, not a loop', async () => {
  runtime.answer = () => refusal('E_AUTH');
  await expect(find()).rejects.toMatchObject({ code: 'E_AUTH' });
  expect(runtime.connections).toBe(1);
});

test('a runtime that does not answer hello is given up', async () => {
  runtime.answer = () => null;
  await expect(find({ limits: limits({ hello: 30 }) })).rejects.toThrow('does not answer');
});

test('an abort ends the wait for hello with its reason, and hangs up', async () => {
  const abort = new AbortController();
  runtime.answer = () => {
    abort.abort(new Error('enough'));
    return null;
  };
  await expect(find({ signal: abort.signal })).rejects.toThrow('enough');
  if (!runtime.sockets[0]!.closed) {
    await new Promise((resolve) => runtime.sockets[0]!.once('close', resolve));
  }
});

test('a program that cannot be started, or ends, is StartFailed in words', async () => {
  runtime.withdraw();
  await expect(find({ command: ['/no/such/program'] })).rejects.toThrow(
    /no runtime started.*ENOENT/,
  );
  await expect(find({ command })).rejects.toThrow(/ended at once \(code 7\)/);
  await expect(find({ command: [] })).rejects.toThrow(StartFailed);
});

test('what it said last on its standard error is told, and no stack trace', async () => {
  runtime.withdraw();
  const says = (code: string) => [process.execPath, '-e', code, '--'];
  const quits = says('console.error("first\\nthe disk is full\\n"); process.exit(7)');
  await expect(find({ command: quits })).rejects.toThrow(/\(code 7\): the disk is full$/);
  const throws = says('throw Object.assign(new Error("no such key"), { a: 1 })');
  await expect(find({ command: throws })).rejects.toThrow(/\(code 1\): Error: no such key$/);
});

test('a program that never comes up is given up after the limit', async () => {
  runtime.withdraw();
  const sleeper = [process.execPath, '-e', 'setTimeout(() => {}, 2000)', '--'];
  const failure = find({ command: sleeper, limits: limits({ start: 50 }) });
  await expect(failure).rejects.toThrow(/nothing was found after 0.05 s/);
});

test('whoever lost the race (exit code 3) uses the winner', async () => {
  runtime.withdraw();
  const loser = [process.execPath, '-e', 'setTimeout(() => process.exit(3), 50)', '--'];
  const finding = find({ command: loser });
  runtime.publish();
  expect((await finding).file.token).toBe('t');
});

test('after a clean exit a successor is waited for; after a crash nobody is', async () => {
  const { signal } = new AbortController();
  runtime.publish({ pid: 2 ** 22 + 1 });
  const began = performance.now();
  await letSuccessorStart(runtime.home, 10_000, signal);
  runtime.withdraw();
  const waiting = letSuccessorStart(runtime.home, 10_000, signal);
  runtime.publish();
  await waiting;
  expect(performance.now() - began).toBeLessThan(5000);
});
