/** The messages of the extension agent. */
import type * as z from 'zod/mini';
import { type Given, withoutNulls } from '../../shared/protocol/given.ts';
import * as requests from '../../shared/protocol/agent-requests.ts';
import type { Machines, Runtime } from '../runtime/runtime.ts';
import { type Handler, type Handlers, parse } from './handler.ts';
import { success } from './reply.ts';

type Agent = NonNullable<Machines['agent']>;
type Schema = Parameters<typeof parse>[0];

export function agentHandlers(runtime: Runtime): Handlers {
  const handler =
    <S extends Schema>(
      schema: S,
      work: (agent: Agent, request: Given<z.infer<S>>, now: number) => object | void,
    ): Handler =>
    (body) => {
      const request = withoutNulls(parse(schema, body));
      const now = runtime.now();
      return success({ ...runtime.act(({ agent }) => work(agent!, request, now)) });
    };
  return {
    stream: handler(requests.stream, (agent, request, now) => agent.stream(request, now)),
    turn_start: handler(requests.turnStart, (agent, request, now) => agent.turnStart(request, now)),
    turn_end: handler(requests.turnEnd, (agent, request, now) => agent.turnEnd(request, now)),
    ask: handler(requests.ask, (agent, request, now) => agent.ask(request, now)),
    tool: handler(requests.tool, (agent, request, now) => agent.tool(request, now)),
    answered: handler(requests.answered, (agent, request, now) => agent.answered(request, now)),
    question_shown: handler(requests.questionShown, (agent, request, now) =>
      agent.questionShown(request, now),
    ),
    earcon: handler(requests.earcon, (agent, { kind }) => agent.earcon(kind)),
  };
}
