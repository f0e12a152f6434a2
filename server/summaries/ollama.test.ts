import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { SimulatedClock } from '../runtime/clock.ts';
import { startProgram } from '../platform/process.ts';
import { SummaryError, type SummaryJob } from './port.ts';
import { createSummarizer } from './summarizer.ts';

const long = `${'I moved the parser into its own file and kept its tests as they were. '.repeat(5)}All of them pass.`;

interface Call {
  path: string;
  body: Record<string, unknown>;
}

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

type Answer = (call: Call, response: ServerResponse, request: IncomingMessage) => void;
const say =
  (content: unknown, more: object = {}): Answer =>
  ({ path }, response) =>
    void response.end(
      JSON.stringify(
        path.endsWith('/api/chat') ? { message: { content }, ...more } : { done: true },
      ),
    );

/** What it rejects with. */
async function failure(promise: Promise<unknown>): Promise<{ kind?: string; message: string }> {
  return promise.then(
    () => ({ message: 'it did not fail' }),
    (error: unknown) => error as Error,
  );
}

/** A server that answers as it is told to, and a summarizer whose ollama it is. */
async function ollama(answer: Answer) {
  const calls: Call[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (piece: Buffer) => (text += piece.toString()));
    request.on('end', () => {
      const call = { path: request.url!, body: JSON.parse(text) as Record<string, unknown> };
      calls.push(call);
      for (const { count, resolve } of waiting) if (calls.length >= count) resolve();
      answer(call, response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clock = new SimulatedClock();
  const summarizer = createSummarizer({ startProgram, clock });
  endings.push(() => summarizer.close());
  const job: SummaryJob = {
    text: long,
    command: 'ollama',
    model: 'haiku',
    style: 'natural',
    prompt: null,
    timeoutMs: 600_000,
    host,
  };
  const { signal } = new AbortController();
  return {
    calls,
    clock,
    summarizer,
    host,
    called: (count: number) =>
      new Promise<void>((resolve) => {
        if (calls.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    run: (more: Partial<SummaryJob> = {}, on: AbortSignal = signal) =>
      summarizer.summarize({ ...job, ...more }, on),
    gist: (text: string, at = host) => summarizer.gist({ text, host: at, model: 'm' }, signal),
  };
}

describe('ollama', () => {
  test('loads the model, then asks it', async () => {
    const { run, calls } = await ollama(say('I moved the **parser**.'));
    expect(await run()).toBe('I moved the parser.');
    expect(calls).toMatchObject([
      { path: '/api/generate', body: { model: 'gemma3:4b', keep_alive: '30m' } },
      {
        path: '/api/chat',
        body: {
          model: 'gemma3:4b',
          stream: false,
          think: false,
          options: { temperature: 0.2, num_predict: 96 },
          messages: [{ role: 'system' }, { role: 'user', content: long }],
        },
      },
    ]);
    expect(calls[0]!.body).not.toHaveProperty('prompt');
  });

  test('takes a model and an instruction', async () => {
    const { run, calls } = await ollama(say('I moved the parser.'));
    await run({ model: 'qwen3:1.7b', prompt: 'Be short.' });
    expect(calls[1]).toMatchObject({
      body: { model: 'qwen3:1.7b', messages: [{ content: 'Be short.' }, {}] },
    });
  });

  test('sends the text without its markdown', async () => {
    const { run, calls } = await ollama(say('I moved the parser.'));
    await run({ text: `# Title\n\n${long}\n\n\`\`\`js\nlet secret;\n\`\`\`` });
    expect(calls[1]).toMatchObject({ body: { messages: [{}, { content: long }] } });
  });

  test('sends the beginning and the end of a text that is too long', async () => {
    const { run, calls } = await ollama(say('I am done.'));
    await run({ text: `First. ${'The same again and again. '.repeat(4000)}Last.` });
    const { content } = (calls[1]!.body['messages'] as { content: string }[])[1]!;
    expect(content.length).toBeLessThanOrEqual(12_000);
    expect(content).toMatch(/^First\.[\s\S]*Last\.$/);
  });

  test('is not asked for a short text, which is spoken as it is', async () => {
    const { run, calls } = await ollama(say('x'));
    expect(await run({ text: '`a` is **done**' })).toBe('a is done');
    expect(await run({ text: '😀 ' + 'x'.repeat(200) })).toBe('x'.repeat(200));
    expect(calls).toEqual([]);
  });

  test('keeps the whole sentences of an answer that was cut off', async () => {
    const { run } = await ollama(say('I moved the parser. All of', { done_reason: 'length' }));
    expect(await run()).toBe('I moved the parser.');
  });

  test('may be below a path, and named without a scheme', async () => {
    const { run, calls, host } = await ollama(say('I moved the parser.'));
    await run({ host: `${host.slice('http://'.length)}/there/` });
    expect(calls.map(({ path }) => path)).toEqual(['/there/api/generate', '/there/api/chat']);
  });

  test('reads the opening sentences when the guard refuses the answer', async () => {
    const { run } = await ollama(say('I moved 17 parsers.'));
    expect(await run()).toMatch(/^I moved the parser into its own file/);
    expect(await run({ guard: false })).toBe('I moved 17 parsers.');
  });
});

describe('a model that loads', () => {
  test('is loaded once for all who ask', async () => {
    const held: ServerResponse[] = [];
    const { run, calls, called, summarizer, host } = await ollama((call, response, request) => {
      if (call.path === '/api/chat') say('I am done.')(call, response, request);
      else held.push(response);
    });
    summarizer.warm({ host, model: 'haiku' });
    const both = [run(), run()];
    await called(1);
    held[0]!.end('{}');
    expect(await Promise.all(both)).toEqual(['I am done.', 'I am done.']);
    expect(calls.map(({ path }) => path)).toEqual(['/api/generate', '/api/chat', '/api/chat']);
  });

  test('goes on loading when whoever asked waits no longer', async () => {
    const held: ServerResponse[] = [];
    const { run, calls, called } = await ollama((call, response, request) => {
      if (call.path === '/api/chat') say('I am done.')(call, response, request);
      else held.push(response);
    });
    const abort = new AbortController();
    const first = run({}, abort.signal);
    await called(1);
    abort.abort(new Error('a new turn'));
    expect((await failure(first)).message).toBe('a new turn');
    const second = run();
    held[0]!.end('{}');
    expect(await second).toBe('I am done.');
    expect(calls).toHaveLength(2);
  });

  test('has 120 s', async () => {
    const { run, called, clock } = await ollama(() => {});
    const failed = failure(run());
    await called(1);
    clock.advance(119_999);
    clock.advance(1);
    expect((await failed).message).toBe('Ollama did not load the model in 120 s');
  });

  test('is put away when asked to', async () => {
    const { summarizer, called, calls, host } = await ollama(say('x'));
    summarizer.unload({ host });
    await called(1);
    expect(calls[0]).toMatchObject({ path: '/api/generate', body: { keep_alive: 0 } });
  });

  test('is given up at the end', async () => {
    const { summarizer, called, run } = await ollama(() => {});
    const failed = failure(run());
    await called(1);
    summarizer.close();
    expect((await failed).kind).toBe('closed');
  });
});

describe('a server that misbehaves', () => {
  const onChat =
    (answer: Answer): Answer =>
    (call, response, request) =>
      call.path === '/api/chat' ? answer(call, response, request) : void response.end('{}');

  test.each<[string, Answer, RegExp]>([
    ['no JSON', onChat((_, response) => response.end('<html>')), /not the JSON/],
    ['JSON that is no object', onChat((_, response) => response.end('"x"')), /not the JSON/],
    ['no text', onChat((_, response) => response.end('{"message":{}}')), /holds no text/],
    ['a text that is none', say({ a: 1 }), /holds no text/],
    ['nothing to say', say(' \n```\ncode\n```'), /answered nothing/],
    ['no such model', (_, response) => response.writeHead(404).end('{}'), /no model gemma3:4b/],
    ['an error', onChat((_, response) => response.writeHead(500).end(long)), /status 500/],
    [
      'another place',
      (call, response, request) => {
        if (call.path.startsWith('/other/')) say('I moved the parser.')(call, response, request);
        else response.writeHead(307, { location: `/other${call.path}` }).end();
      },
      /not reached/,
    ],
    ['a hang-up', onChat((_, response) => void response.destroy()), /not reached/],
    [
      'half an answer',
      onChat((_, response) => {
        response.writeHead(200, { 'content-length': '500' });
        response.write('{"message"', () => response.destroy());
      }),
      /not reached/,
    ],
    [
      'a huge answer',
      onChat((_, response) => {
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(16_384)));
        };
        response.on('drain', more);
        more();
      }),
      /over 64 KB/,
    ],
  ])('%s', async (_, answer, message) => {
    const { run, gist } = await ollama(answer);
    const error = await failure(run());
    expect(error).toBeInstanceOf(SummaryError);
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain('parser');
    expect(await gist(long)).toMatch(/^I moved the parser/);
  });

  test('has 30 s to answer', async () => {
    const { run, called, clock } = await ollama(onChat(() => {}));
    const failed = failure(run());
    await called(2);
    clock.advance(30_000);
    expect((await failed).message).toBe('Ollama did not answer in 30 s');
  });

  test("ends with the job's own time, or its signal", async () => {
    const { run, called, clock } = await ollama(onChat(() => {}));
    const late = failure(run({ timeoutMs: 20_000 }));
    await called(2);
    clock.advance(20_000);
    expect((await late).message).toBe('ollama did not answer in 20 s');
    const abort = new AbortController();
    const aborted = failure(run({}, abort.signal));
    await called(4);
    abort.abort(new Error('stop'));
    expect((await aborted).message).toBe('stop');
  });

  test.each(['http://127.0.0.1:9', 'http://user:secret@127.0.0.1:9', 'http://['])(
    'is not there: %s',
    async (host) => {
      const { run, gist } = await ollama(() => {});
      const error = await failure(run({ host }));
      expect(error.kind).toBe('failed');
      expect(error.message).not.toContain('secret');
      expect(await gist(long, host)).toMatch(/^I moved the parser/);
    },
  );
});

describe('a gist', () => {
  test('is what the model says, without a guard', async () => {
    const { gist } = await ollama(say('I moved 17 parsers.'));
    expect(await gist(long)).toBe('I moved 17 parsers.');
  });

  test('of a short text is the text', async () => {
    const { gist, calls } = await ollama(say('x'));
    expect(await gist('- done\n- tested')).toBe('done. tested.');
    expect(calls).toEqual([]);
  });

  test('of an empty answer is the opening sentences, 320 characters at most', async () => {
    const { gist } = await ollama(say(''));
    const text = await gist(long);
    expect(text.length).toBeLessThanOrEqual(320);
    expect(text).toMatch(/^I moved.*were\.$/);
  });

  test('ends with its signal', async () => {
    const { summarizer, host, called } = await ollama(() => {});
    const abort = new AbortController();
    const failed = failure(summarizer.gist({ text: long, host }, abort.signal));
    await called(1);
    abort.abort(new Error('stop'));
    expect((await failed).message).toBe('stop');
  });
});
