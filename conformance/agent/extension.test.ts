/** Off, every word of the extension is refused; on, channels is on with it. */
import { describe, expect, it } from 'vitest';
import { open, transports } from '../harness/client.ts';
import { EventStream, post } from '../harness/http-client.ts';
import { useClient } from '../harness/set-up.ts';
import { Runtime } from '../harness/runtime.ts';
import { TcpClient } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';

describe.each(transports)('agent, off, over %s', (transport) => {
  const { runtime, client } = useClient(transport);
  const code = async (type: string, fields: object) =>
    (await client.request(type, { ...fields }))['error']?.code as string | undefined;

  it(proves('agent.offered'), () => {
    expect(runtime.file['extensions']).toContain('agent');
  });

  const messages: [string, object][] = [
    ['stream', { channel: 's1', delta: 'x' }],
    ['stream', {}],
    ['turn_start', { channel: 's1' }],
    ['turn_end', { channel: 's1' }],
    ['ask', { channel: 's1', kind: 'plan' }],
    ['tool', { channel: 's1', name: 'Bash' }],
    ['question_shown', { channel: 's1', text: 'x' }],
    ['answered', { channel: 's1' }],
    ['earcon', { kind: 'nav' }],
    ['control', { action: 'next_question' }],
    ['control', { action: 'previous_question' }],
  ];
  const keys = [
    'mute_level',
    'verbosity',
    'code_speed',
    'code_pause',
    'code_step',
    'read_mode',
    'question_step',
    'flush_scope',
    'minqueue',
    'background_policy',
    'summaries',
    'earcons',
  ];
  const all = () => [
    ...messages,
    ...keys.flatMap((key): [string, object][] => [
      ['get', { key }],
      ['set', { key, value: 0 }],
    ]),
  ];
  for (const [type, fields] of all()) {
    it(`${proves('agent.off')}: ${type} ${JSON.stringify(fields)}`, async () => {
      expect(await code(type, fields)).toBe('E_UNSUPPORTED');
    });
  }

  it(proves('agent.off-stream'), async () => {
    if (transport === 'tcp')
      expect(await code('subscribe', { events: ['state', 'earcons'] })).toBe('E_UNSUPPORTED');
    else {
      const stream = await EventStream.open(runtime.file, '?events=earcons');
      expect(stream).not.toBeInstanceOf(EventStream);
      expect(stream).toMatchObject({ status: 400, body: { error: { code: 'E_UNSUPPORTED' } } });
    }
  });

  it(proves('agent.off-channels'), async () => {
    const { token } = runtime.file;
    await client.request('hello', { token, extensions: ['channels'] });
    for (const [type, fields] of all()) {
      expect(await code(type, fields), `${type} ${JSON.stringify(fields)}`).toBe('E_UNSUPPORTED');
    }
  });
});

describe.each(transports)('agent, on, over %s', (transport) => {
  for (const field of ['extensions', 'require'] as const) {
    it(`${proves('agent.enable')}: ${field}`, async () => {
      const runtime = await Runtime.start({ args: ['--standalone'] });
      const client = await open(transport, runtime.file);
      const { token } = runtime.file;
      const reply = await client.request('hello', { token, [field]: ['agent'] });
      expect(reply).toMatchObject({ ok: true, extensions: ['channels', 'agent'], unavailable: [] });
      expect((await client.request('turn_start', { channel: 'a' }))['ok']).toBe(true);
      expect((await client.request('channel_open', { channel: 'b' }))['created']).toBe(true);
      client.close();
      await runtime.stop();
    });
  }

  it(proves('agent.everyone'), async () => {
    const runtime = await Runtime.start({ args: ['--standalone'] });
    const early = await TcpClient.greet(runtime.file);
    const client = await open(transport, runtime.file);
    const { token } = runtime.file;
    await client.request('hello', { token, extensions: ['channels', 'agent', 'channels'] });
    client.close();
    expect((await post(runtime.file, '/v1/hello')).body['extensions']).toEqual([
      'channels',
      'agent',
    ]);
    expect((await early.request('turn_start', { channel: 'a' }))['ok']).toBe(true);
    early.close();
    await runtime.stop();
  });
});
