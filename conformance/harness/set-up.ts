/** What most groups of cases begin with: a runtime of their own, and somebody who speaks to it. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Client, open, type transports } from './client.ts';
import { Listener } from './listener.ts';
import { Runtime } from './runtime.ts';

type Transport = (typeof transports)[number];

/** One runtime for the file or the group it is called in. */
export function useRuntime(): Runtime {
  let runtime: Runtime;
  beforeAll(async () => {
    runtime = await Runtime.start({ args: ['--standalone'] });
  });
  afterAll(() => runtime.stop());
  return current(() => runtime);
}

/** One runtime, and one client of it, for the group. */
export function useClient(transport: Transport): { runtime: Runtime; client: Client } {
  const runtime = useRuntime();
  let client: Client;
  beforeAll(async () => {
    client = await open(transport, runtime.file);
  });
  afterAll(() => client.close());
  return { runtime, client: current(() => client) };
}

/** A listener of its own for each case; after it the runtime is silent, and not muted. */
export function useListener(transport: Transport, runtime = useRuntime()): Listener {
  let listener: Listener;
  beforeEach(async () => {
    listener = await Listener.open(transport, runtime.file);
  });
  afterEach(async () => {
    await listener.control('stop');
    await listener.control('unmute');
    listener.close();
  });
  return current(() => listener);
}

/** Stands for what a hook makes after the cases were declared. */
function current<T extends object>(find: () => T): T {
  return new Proxy({} as T, {
    get(_, name) {
      const made = find();
      const value: unknown = Reflect.get(made, name, made);
      return typeof value === 'function' ? (value.bind(made) as unknown) : value;
    },
  });
}
