/** What HTTP requests come to: the bearer token, the same dispatcher, and event streams. */
import { errorStatus, ProtocolError, type ErrorCode } from '../../shared/protocol/errors.ts';
import { coreStreams } from '../../shared/protocol/version.ts';
import type { HttpAnswer, HttpHandler } from '../transports/port.ts';
import type { Lifetime } from '../runtime/lifetime.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Dispatcher, ProtocolJournal } from './dispatcher.ts';
import type { Session } from './handler.ts';
import { parseRequest, requestId, withoutMarks } from './parse.ts';
import { failure, type Reply, serialize } from './reply.ts';
import { tokenMatches } from './token.ts';

export interface HttpSessionOptions {
  dispatcher: Dispatcher;
  journal: ProtocolJournal;
  runtime: Runtime;
  lifetime: Lifetime;
  token: string;
}

const session: Session = { transport: 'http', subscribe: null };

export function createHttpHandler(options: HttpSessionOptions): HttpHandler {
  const { dispatcher, journal, runtime, lifetime, token } = options;
  return {
    authorized(header) {
      const sent = /^bearer +(.+)$/i.exec(header ?? '')?.[1]?.trim();
      return tokenMatches(token, sent);
    },
    refuse(code, message) {
      if (code === 'E_AUTH' || code === 'E_FORBIDDEN') journal.refusedBeforeHello(code);
      return answer(failure(new ProtocolError(code, message)), undefined);
    },
    async request(type, body) {
      let id: string | undefined;
      try {
        if (body === null) throw new ProtocolError('E_BAD_REQUEST', 'a body is at most 1 MiB');
        const bytes = withoutMarks(body);
        const request = bytes.length === 0 ? { body: {}, text: '{}' } : parseRequest(bytes);
        id = requestId(request);
        return answer(await dispatcher.dispatch(type, request.body, session), id);
      } catch (error) {
        return answer(failure(error), id);
      }
    },
    events(streams, send) {
      if (lifetime.exiting) {
        const busy = new ProtocolError('E_BUSY', 'the runtime is exiting');
        return { refused: answer(failure(busy), undefined) };
      }
      let names: readonly string[];
      try {
        names = dispatcher.checkStreams(streams ?? coreStreams);
      } catch (error) {
        return { refused: answer(failure(error), undefined) };
      }
      const leave = lifetime.arrive();
      let missedState = false;
      const subscription = runtime.subscribe({
        event(name, json) {
          if (!send(name, json) && name === 'state') missedState = true;
        },
      });
      return {
        open: () => subscription.streams(names),
        caughtUp() {
          if (missedState) subscription.resend();
          missedState = false;
        },
        closed() {
          subscription.close();
          leave();
        },
      };
    },
  };
}

function answer(reply: Reply, id: string | undefined): HttpAnswer {
  const error = reply['error'] as { code: ErrorCode } | undefined;
  return { status: error ? errorStatus[error.code] : 200, json: serialize(reply, id) };
}
