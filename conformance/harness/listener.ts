/** A client with all three streams, and what it heard in the words of the cases. */
import { type Client, open } from './client.ts';
import type { RuntimeFile } from './runtime.ts';
import type { Json } from './tcp-client.ts';

export class Listener {
  readonly client: Client;
  #statesTaken = 0;

  private constructor(client: Client) {
    this.client = client;
  }

  /** Subscribes, and resolves with the first state. */
  static async open(transport: 'tcp' | 'http', file: RuntimeFile): Promise<Listener> {
    const listener = new Listener(await open(transport, file));
    await listener.client.subscribe(['state', 'items', 'log']);
    await listener.state(() => true);
    return listener;
  }

  async speak(text: string, fields: Json = {}): Promise<number> {
    const reply = await this.client.request('speak', { text, ...fields });
    if (reply['ok'] !== true) throw new Error(JSON.stringify(reply));
    return reply['item_id'] as number;
  }

  control(action: string): Promise<Json> {
    return this.client.request('control', { action });
  }

  /** The first event that fits, of those before as well. */
  async heard(fits: (event: Json) => boolean): Promise<Json> {
    for (;;) {
      const found = this.client.events().find(fits);
      if (found) return found;
      await this.client.next();
    }
  }

  item(id: number, phase: string): Promise<Json> {
    return this.heard((event) => event['item_id'] === id && event['phase'] === phase);
  }

  /** The next state that fits; those before it are passed over. */
  async state(fits: (event: Json) => boolean): Promise<Json> {
    for (;;) {
      const states = this.states();
      while (this.#statesTaken < states.length) {
        const state = states[this.#statesTaken++]!;
        if (fits(state)) return state;
      }
      await this.client.next();
    }
  }

  states(): Json[] {
    return this.client.events().filter((event) => event['event'] === 'state');
  }

  /** The last state heard. */
  now(): Json {
    return this.states().at(-1)!;
  }

  /** `<item id> <phase>` of every item event so far. */
  phases(): string[] {
    return this.client
      .events()
      .flatMap((event) =>
        event['event'] === 'item' ? [`${event['item_id']} ${event['phase']}`] : [],
      );
  }

  /** Everything that was done before has been heard once this resolves. */
  async settle(): Promise<void> {
    const { value } = await this.client.request('get', { key: 'volume' });
    const mark = value === 77 ? 78 : 77;
    await this.client.request('set', { key: 'volume', value: mark });
    await this.state((event) => event['volume'] === mark);
  }

  close(): void {
    this.client.close();
  }
}

/** Long enough (0.8 s a sentence) that nothing ends by itself while a case looks at it. */
export const LONG =
  'This sentence is long enough to be read for a good while, so that nothing here ends early by itself.';
