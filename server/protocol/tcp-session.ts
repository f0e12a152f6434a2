/** One TCP client: hello first, then requests in order, one reply each (section "TCP JSON lines"). */
import { ProtocolError } from '../../shared/protocol/errors.ts';
import type { LineConnection, LineHandler } from '../transports/port.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Lifetime } from '../runtime/lifetime.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { StateSubscription } from '../runtime/event-hub.ts';
import type { Dispatcher, ProtocolJournal } from './dispatcher.ts';
import type { Session } from './handler.ts';
import { type JsonObject, parseRequest, requestId } from './parse.ts';
import { failure, type Reply, serialize } from './reply.ts';
import { tokenMatches } from './token.ts';

export interface TcpSessionOptions {
  dispatcher: Dispatcher;
  journal: ProtocolJournal;
  runtime: Runtime;
  lifetime: Lifetime;
  clock: Clock;
  token: string;
}

/** Milliseconds a connection has until its successful hello. */
const HELLO_TIME = 5000;
/** Requests that wait behind a slow one before the client is no longer read from. */
const MAX_WAITING = 64;
/** Milliseconds of one client's requests in a row, before others have their turn. */
const TURN = 8;

export class TcpSession implements LineHandler, Session {
  readonly transport = 'tcp';
  readonly #options: TcpSessionOptions;
  readonly #connection: LineConnection;
  readonly #disarmHello: () => void;
  #subscription: StateSubscription | null = null;
  #leave: (() => void) | null = null;
  /** A state event was dropped for this client. */
  #missedState = false;
  #authenticated = false;
  #closed = false;
  #waiting: (Uint8Array | null)[] = [];
  #busy = false;
  /** The client sends no more: what it sent is answered, then the connection ends. */
  #inputEnded = false;
  #afterReply: (() => void) | null = null;

  constructor(connection: LineConnection, options: TcpSessionOptions) {
    this.#connection = connection;
    this.#options = options;
    const { clock } = options;
    const late = (): void => this.#refuse('no successful hello within 5 s', undefined);
    // After a process was held up, what has come in time is read before the timer counts.
    this.#disarmHello = clock.at(clock.now() + HELLO_TIME, () => setImmediate(late));
  }

  line(bytes: Uint8Array | null): void {
    this.#waiting.push(bytes);
    if (this.#waiting.length >= MAX_WAITING) this.#connection.pause();
    if (!this.#busy) this.#work();
  }

  /** Takes the waiting requests one after the other; stops at one whose reply has to be waited for. */
  #work(): void {
    const until = performance.now() + TURN;
    while (this.#waiting.length > 0 && !this.#closed && !this.#connection.full) {
      if (performance.now() > until) return this.#workLater();
      const bytes = this.#waiting.shift()!;
      let id: string | undefined;
      let reply: Reply | Promise<Reply>;
      try {
        if (bytes === null) throw new ProtocolError('E_BAD_REQUEST', 'a line is at most 1 MiB');
        const request = parseRequest(bytes);
        id = requestId(request);
        reply = this.#answer(request.body);
      } catch (error) {
        if (!this.#authenticated) return this.#refuse('the first message must be hello', id);
        reply = failure(error);
      }
      if (reply instanceof Promise) {
        this.#busy = true;
        void reply.then((settled) => {
          this.#busy = false;
          this.#finish(settled, id);
          this.#work();
        });
        return;
      }
      this.#finish(reply, id);
    }
    if (this.#closed || this.#waiting.length > 0) return;
    if (this.#inputEnded) this.#connection.end();
    else this.#connection.resume();
  }

  #workLater(): void {
    this.#busy = true;
    setImmediate(() => {
      this.#busy = false;
      this.#work();
    });
  }

  drained(): void {
    if (!this.#busy) this.#work();
  }

  inputEnded(): void {
    this.#inputEnded = true;
    if (!this.#busy) this.#work();
  }

  #answer(request: JsonObject): Reply | Promise<Reply> {
    const type = request['type'];
    if (!this.#authenticated) {
      if (type !== 'hello' || !tokenMatches(this.#options.token, request['token'])) {
        throw new ProtocolError('E_AUTH', 'hello with the token first');
      }
      return this.#hello(request);
    }
    if (typeof type !== 'string') {
      const what = type === undefined ? "missing field 'type'" : "'type' must be a string";
      throw new ProtocolError('E_BAD_REQUEST', what);
    }
    if (type === 'hello') {
      // A token that is sent again must still be the right one; to leave it out is no claim.
      if (Object.hasOwn(request, 'token') && !tokenMatches(this.#options.token, request['token'])) {
        throw new ProtocolError('E_AUTH', 'wrong token');
      }
      return this.#hello(request);
    }
    return this.#options.dispatcher.dispatch(type, request, this);
  }

  /** A hello that fails for another reason than the token leaves the connection open. */
  #hello(request: JsonObject): Reply | Promise<Reply> {
    const reply = this.#options.dispatcher.dispatch('hello', request, this);
    if (reply instanceof Promise || !reply.ok) return reply;
    if (!this.#authenticated) {
      this.#authenticated = true;
      this.#disarmHello();
      this.#leave = this.#options.lifetime.arrive();
    }
    if (reply['takeover'] === true) this.#afterReply = () => this.#connection.end();
    return reply;
  }

  #finish(reply: Reply, id: string | undefined): void {
    if (this.#closed) return;
    this.#connection.send(serialize(reply, id));
    const after = this.#afterReply;
    this.#afterReply = null;
    after?.();
  }

  #refuse(message: string, id: string | undefined): void {
    if (this.#closed || this.#authenticated) return;
    this.#options.journal.refusedBeforeHello('E_AUTH');
    this.#connection.send(serialize(failure(new ProtocolError('E_AUTH', message)), id));
    this.closed();
    this.#connection.end();
  }

  /** Events follow the reply to the subscription. */
  subscribe = (streams: readonly string[]): void => {
    this.#afterReply = () => {
      if (this.#closed) return;
      this.#subscription ??= this.#options.runtime.subscribe({
        event: (name, json) => {
          const sent = this.#connection.sendEvent(json);
          if (!sent && name === 'state') this.#missedState = true;
        },
      });
      this.#subscription.streams(streams);
    };
  };

  /** A client that fell behind is not left with an old state. */
  caughtUp(): void {
    if (!this.#missedState) return;
    this.#missedState = false;
    this.#subscription?.resend();
  }

  closed(): void {
    this.#closed = true;
    this.#waiting = [];
    this.#disarmHello();
    this.#subscription?.close();
    this.#leave?.();
  }
}
