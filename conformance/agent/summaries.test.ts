/** Recaps by a headless agent: small programs stand in for it. */
import { realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { sleep, until } from '../harness/runtime.ts';
import { proves } from '../proves.ts';
import { type Desk, long, useDesk } from './desk.ts';
import { StandIn } from './stand-in.ts';

const sentence = 'The build passed and the tests are green.';
/** More than 280 characters: a recap is made of it. */
const report = Array(8).fill(sentence).join(' ');
const recap = 'The tests are green.';
const spoken = (channel: string) => `${channel}: ${recap}`;
const raw = (channel: string, count = 8) => Array<string>(count).fill(`${channel}: ${sentence}`);

describe.each(transports)('summaries over %s', (transport) => {
  const standIn = new StandIn();
  const used = useDesk(transport, { env: standIn.env });
  const recapping = async (fields: object = {}): Promise<Desk> => {
    const { desk } = used;
    standIn.answers(recap);
    const all = { enabled: true, command: 'claude', settle_ms: 0, ...fields };
    await desk.set('summaries', all);
    return desk;
  };
  const turn = async (desk: Desk, channel: string, text = report) => {
    await desk.start(channel);
    await desk.write(channel, text);
    await desk.end(channel);
  };

  for (const mode of ['immediate', 'queue', 'done', 'final']) {
    it(`${proves('summary.instead', 'summary.owns')}: ${mode}`, async () => {
      const desk = await recapping();
      await desk.set('read_mode', mode);
      await desk.start('s1');
      await desk.write('s1', report);
      expect(await desk.all()).toEqual([]);
      await desk.end('s1', { reply: 'Replied.' });
      await desk.began(spoken('s1'));
      expect(await desk.all()).toEqual([spoken('s1')]);
      expect(standIn.calls()).toHaveLength(1);
    });
  }

  for (const command of ['claude', 'codex']) {
    it(`${proves('summary.command', 'summary.folder', 'summary.log')}: ${command}`, async () => {
      const desk = await recapping({ command });
      await turn(desk, `s-${command}`);
      await desk.began(spoken(`s-${command}`));
      const [call, ...more] = standIn.calls();
      expect(more).toEqual([]);
      expect(call!.startsWith(`${command} `)).toBe(true);
      expect(call).toMatch(command === 'claude' ? /(^| )-p( |$)/ : /^codex exec /);
      if (command === 'claude') expect(call).toContain('haiku');
      else expect(call).toContain('read-only');
      expect(standIn.folders()).toEqual([realpathSync(standIn.home)]);
      expect(standIn.given()).toContain(sentence);
      const line = await desk.logged(
        `channel=s-${command}`,
        'speak kind=summary',
        `text="${recap}"`,
      );
      expect(line).toHaveLength(1);
    });
  }

  it(proves('summary.settle'), async () => {
    const desk = await recapping({ settle_ms: 600 });
    await desk.start('s1');
    await desk.write('s1', report);
    const ended = performance.now();
    await desk.end('s1');
    await sleep(300);
    await desk.write('s1', 'Late text came.');
    await sleep(400);
    expect(standIn.calls()).toEqual([]);
    await desk.began(spoken('s1'));
    expect(performance.now() - ended).toBeGreaterThan(880);
    expect(standIn.given()).toContain('Late text came.');
  });

  it(proves('summary.short'), async () => {
    const desk = await recapping();
    await turn(desk, 's1', 'a'.repeat(270) + ' short.');
    expect(await desk.afterWaits()).toHaveLength(1);
    expect(standIn.calls()).toEqual([]);
    await turn(desk, 's1', `${'The tests are green. '.repeat(12)}${'a'.repeat(40)} Done.`);
    await desk.logged('channel=s1', 'speak kind=summary');
    expect(standIn.calls()).toHaveLength(1);
  });

  for (const way of ['fail', 'empty', 'killed'] as const) {
    it(`${proves('summary.failed')}: ${way}`, async () => {
      const desk = await recapping();
      standIn.misbehaves(way);
      await turn(desk, 's1');
      await desk.began(`s1: ${sentence}`);
      expect((await desk.all()).filter((line) => line !== `s1: ${sentence}`)).toEqual([]);
      expect(desk.lines()).toEqual(raw('s1'));
      expect(standIn.calls()).toHaveLength(1);
    });
  }

  it(proves('summary.flood'), async () => {
    const desk = await recapping();
    standIn.misbehaves('flood', recap);
    await turn(desk, 's1');
    await until(() => desk.lines().some((line) => line.startsWith('s1: ')));
    await desk.control('stop');
    standIn.answers(recap);
    const before = desk.lines().length;
    await turn(desk, 's2');
    await desk.began(spoken('s2'));
    // Whatever was made of it: not thirty megabytes.
    expect(before).toBeLessThan(10);
  });

  it(proves('summary.deaf'), async () => {
    const desk = await recapping();
    standIn.misbehaves('deaf', recap);
    await turn(desk, 's1', Array(5000).fill(sentence).join(' '));
    await desk.began(spoken('s1'));
    expect(await desk.all()).toEqual([spoken('s1')]);
  });

  it(proves('summary.style'), async () => {
    const desk = await recapping({ style: 'brief', prompts: { brief: 'Say it as a pirate.' } });
    await turn(desk, 's1');
    await desk.began(spoken('s1'));
    expect(standIn.given()).toContain('Say it as a pirate.');
    standIn.answers(recap);
    await desk.set('summaries', { prompts: { brief: null }, model: 'sonnet' });
    await turn(desk, 's1');
    await desk.began(spoken('s1'), 2);
    expect(standIn.given()).not.toContain('pirate');
    const { default_prompts: built } = await desk.get('summaries');
    expect(standIn.given().replace(/\s+/g, ' ')).toContain(built.brief.slice(0, 60));
    expect(standIn.calls()[0]).toContain('sonnet');
    await desk.set('summaries', { style: 'natural', model: 'haiku' });
  });

  it(proves('summary.decision-waits'), async () => {
    const desk = await recapping();
    standIn.misbehaves('slow', recap);
    await desk.start('s1');
    await desk.write('s1', report);
    await desk.ask('s1', 'question', 'Which?');
    await sleep(400);
    expect(await desk.soFar()).toEqual([]);
    await desk.began('s1: Which?');
    expect(await desk.all()).toEqual([spoken('s1'), 's1: Which?']);
  });

  it(proves('summary.order'), async () => {
    const desk = await recapping();
    standIn.misbehaves('slow', recap);
    await turn(desk, 's1');
    await until(() => standIn.calls().length === 1);
    standIn.answers('The build passed.');
    await turn(desk, 's2');
    await desk.began('s2: The build passed.');
    expect(await desk.all()).toEqual([spoken('s1'), 's2: The build passed.']);
  });

  const dropping: [string, (desk: Desk) => Promise<unknown>][] = [
    ['a new turn', (desk) => desk.start('s1')],
    ['an answer', (desk) => desk.answered('s1')],
    ['stop', (desk) => desk.control('stop')],
    ['stop with its channel', (desk) => desk.control('stop', { channel: 's1' })],
    ['channel_close', (desk) => desk.done('channel_close', { channel: 's1' })],
  ];
  for (const [what, drop] of dropping) {
    it(`${proves('summary.dropped')}: ${what}`, async () => {
      const desk = await recapping();
      standIn.misbehaves('slow', recap);
      await turn(desk, 's1');
      await until(() => standIn.calls().length === 1);
      await drop(desk);
      await sleep(900);
      expect(await desk.all()).toEqual([]);
    });
  }

  it(`${proves('summary.dropped')}: flush, and its decision is read now`, async () => {
    const desk = await recapping();
    await desk.ask('s1', 'question', long('First'));
    await desk.reads('s1: First…');
    standIn.misbehaves('slow', recap);
    await desk.write('s1', report);
    await desk.ask('s1', 'plan', 'Do it.');
    await until(() => standIn.calls().length === 1);
    await desk.control('flush');
    expect(await desk.all()).toEqual(['s1: First…', 's1: Plan ready.', 's1: Do it.']);
    expect(
      await desk.logged('channel=s1', 'spoken now: the summary it waited for was flushed'),
    ).toHaveLength(1);
    await sleep(800);
    expect(await desk.all()).not.toContain(spoken('s1'));
  });

  it(proves('summary.kept-out'), async () => {
    const desk = await recapping();
    standIn.misbehaves('slow', recap);
    await turn(desk, 's1');
    await desk.start('s2');
    await desk.began(spoken('s1'));
  });

  it(proves('summary.muted'), async () => {
    const desk = await recapping();
    await desk.set('mute_level', 1);
    await turn(desk, 's1');
    await sleep(500);
    expect(standIn.calls()).toEqual([]);
    await desk.set('mute_level', 0);
    expect(await desk.all()).toEqual([]);
    await desk.control('restart');
    expect(await desk.all()).toEqual(raw('s1'));
  });

  it(proves('summary.landed-muted'), async () => {
    const desk = await recapping();
    standIn.misbehaves('slow', recap);
    await turn(desk, 's1');
    await until(() => standIn.calls().length === 1);
    await desk.set('mute_level', 1);
    await sleep(1000);
    await desk.set('mute_level', 0);
    expect(await desk.all()).toEqual([]);
    await desk.control('restart');
    expect(await desk.all()).toEqual([spoken('s1')]);
  });

  it(proves('summary.landed-unmuted'), async () => {
    const desk = await recapping();
    standIn.misbehaves('slow', recap);
    await turn(desk, 's1');
    await until(() => standIn.calls().length === 1);
    await desk.set('mute_level', 1);
    await desk.set('mute_level', 0);
    await desk.began(spoken('s1'));
  });

  it(proves('summary.focus'), async () => {
    const desk = await recapping();
    await desk.set('background_policy', 'earcon_only');
    for (const channel of ['s1', 's2']) await desk.done('channel_open', { channel });
    await desk.done('focus', { channel: 's2' });
    await turn(desk, 's1');
    await desk.began(spoken('s1'));
    await desk.all();
    standIn.misbehaves('fail');
    await turn(desk, 's1');
    await desk.began(`s1: ${sentence}`);
  });

  it(proves('summary.ollama'), async () => {
    const asked: string[] = [];
    let answer = recap;
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => (body += String(part)));
      request.on('end', () => {
        asked.push(body);
        if (answer === '') response.statusCode = 500;
        response.setHeader('content-type', 'application/json');
        const message = { role: 'assistant', content: answer };
        response.end(`${JSON.stringify({ response: answer, message, done: true })}\n`);
      });
    });
    await new Promise<void>((there) => server.listen(0, '127.0.0.1', there));
    try {
      const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const desk = await recapping({ command: 'ollama', host, model: 'small' });
      await turn(desk, 's1');
      await desk.began(spoken('s1'));
      expect(asked.at(-1)).toContain(sentence);
      expect(asked.at(-1)).toContain('small');
      await desk.all();
      answer = '';
      await turn(desk, 's1');
      await desk.began(`s1: ${sentence}`);
      expect(standIn.calls()).toEqual([]);
      await desk.set('summaries', { command: 'claude', host: null, model: 'haiku' });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

describe.each(transports)('summaries without a program over %s', (transport) => {
  const standIn = new StandIn([]);
  const used = useDesk(transport, { env: standIn.env });

  it(proves('summary.path-only'), async () => {
    const { desk } = used;
    await desk.set('summaries', { enabled: true, settle_ms: 0 });
    await desk.start('s1');
    await desk.write('s1', report);
    await desk.end('s1');
    await desk.began(`s1: ${sentence}`);
    expect(await desk.all()).toEqual(raw('s1'));
  });
});
