/** The runtime with both extensions, in this process, for benches: its output takes no time. */
import type { Output, OutputEvents } from '../../server/audio/port.ts';
import type { Engine } from '../../server/engines/port.ts';
import { EngineRegistry } from '../../server/engines/registry.ts';
import { Journal } from '../../server/log/journal.ts';
import { openLogFolder } from '../../server/log/log-folder.ts';
import { createFakeEngine } from '../../server/engines/fake/fake-engine.ts';
import { capabilities } from '../../shared/protocol/version.ts';
import { defaultPrompts } from '../../server/summaries/default-prompts.ts';
import { Dispatcher } from '../../server/protocol/dispatcher.ts';
import { TcpSession } from '../../server/protocol/tcp-session.ts';
import { realClock } from '../../server/runtime/clock.ts';
import { Lifetime } from '../../server/runtime/lifetime.ts';
import { defaultSettings, Runtime } from '../../server/runtime/runtime.ts';
import { cutText } from '../../server/text/cut.ts';
import { SpeechStream } from '../../server/text/speech-stream.ts';
import { listenTcp } from '../../server/transports/tcp.ts';

export const token = 'a'.repeat(64);

/**
 * @param home where its log is written
 * @param handed told of each text that comes to the engine
 */
export async function serveAgents(home: string, handed: (text: string) => void = () => {}) {
  const fake = createFakeEngine();
  const engine: Engine = {
    ...fake,
    synthesize(request, signal) {
      handed(request.text);
      return fake.synthesize(request, signal);
    },
  };
  const logs = openLogFolder({ home });
  const journal = new Journal({ stream: logs.stream('sonarad'), debugLog: () => true });
  const runtime = new Runtime({
    engines: new EngineRegistry([engine]),
    output: instantOutput(),
    settings: { save: async () => {} },
    log: journal,
    cut: cutText,
    openText: (options) => new SpeechStream(options),
    initial: {
      ...defaultSettings(),
      engine: engine.id,
      read_mode: 'immediate',
      channel_announce: 'off',
    },
  });
  await runtime.open();
  const lifetime = new Lifetime({
    clock: realClock,
    idleExit: 30,
    standalone: true,
    reading: () => false,
    exit() {},
  });
  const dispatcher = new Dispatcher({
    runtime,
    lifetime,
    journal,
    version: '0',
    capabilities,
    offered: ['channels', 'agent'],
    readOnly: {},
    defaultPrompts,
  });
  const shared = { dispatcher, journal, runtime, lifetime, token, clock: realClock };
  const tcp = await listenTcp((connection) => new TcpSession(connection, shared));
  return {
    port: tcp.port,
    dispatcher,
    async close() {
      await runtime.close();
      await tcp.close();
      journal.flush();
      logs.close();
    },
  };
}

/** Every play is over as soon as all of it is there. */
function instantOutput(): Output {
  let events: OutputEvents;
  const waiting: { play: number; done: boolean }[] = [];
  const advance = (): void => {
    for (; waiting[0]?.done; waiting.shift()) {
      const { play } = waiting[0];
      queueMicrotask(() => {
        events.started(play);
        events.ended(play);
      });
    }
  };
  return {
    open: (given) => void (events = given),
    begin: (play) => void waiting.push({ play, done: false }),
    write() {},
    end(play) {
      const found = waiting.find((each) => each.play === play);
      if (found) found.done = true;
      advance();
    },
    cut(play) {
      const from = waiting.findIndex((each) => each.play === play);
      if (from >= 0) waiting.length = from;
    },
    pause() {},
    mute() {},
    volume() {},
    loudness() {},
    liveRate() {},
    clip: () => 0,
    stopClip() {},
    warm() {},
    status: () => ({ kind: 'null', audible: false }),
    async close() {},
  };
}
