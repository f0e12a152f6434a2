/** The messages of the extension channels, and what it adds to those of the core. */
import * as requests from '../../shared/protocol/channel-requests.ts';
import { ProtocolError } from '../../shared/protocol/errors.ts';
import { type ControlAction, controlActions } from '../../shared/protocol/requests.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { type Handlers, parse } from './handler.ts';
import type { JsonObject } from './parse.ts';
import { type Reply, success } from './reply.ts';

export function channelHandlers(runtime: Runtime): Handlers {
  return {
    channel_open(body) {
      const request = parse(requests.channelOpen, body);
      return success({ ...runtime.act(({ channels }) => channels.openChannel(request)) });
    },
    channel_close(body) {
      const { channel } = parse(requests.channelOnly, body);
      runtime.act(({ channels, agent }) => {
        channels.closeChannel(channel);
        agent?.closed(channel, runtime.now());
      });
      return success();
    },
    focus(body) {
      const { channel } = parse(requests.channelOnly, body);
      runtime.act(({ channels }) => channels.focus(channel));
      return success();
    },
  };
}

/** The core's messages once the extension is on. */
export interface ChannelWork {
  /** @returns what speaks it, with the voice of the request as it is known */
  speak(body: JsonObject): (voice?: string) => Reply;
  control(body: JsonObject): Reply;
  prefs(): Reply;
  setPrefs(value: unknown): Promise<Reply>;
}

export function channelWork(runtime: Runtime): ChannelWork {
  return {
    speak(body) {
      const request = parse(requests.channelSpeak, body);
      return (voice) => {
        const { channel, mode, interrupt } = request;
        const message = runtime.hostMessage(request, voice);
        // Nothing speakable is no message: an item that is skipped at once, as without a channel.
        if (message.chunks.length === 0) {
          runtime.act(({ channels }) => channels.ensure(channel!));
          return success({ item_id: runtime.speak(request, voice), channel, dropped: 0 });
        }
        const { entry, dropped } = runtime.act(({ channels }) =>
          channels.speak(channel!, message, { mode, interrupt: interrupt ?? false }),
        );
        return success({ item_id: runtime.itemOf(entry), channel, dropped });
      };
    },
    control(body) {
      const { action, channel } = parse(requests.channelControl, body);
      const core = controlActions.find((each) => each === action);
      if (core) return channel == null ? direct(runtime, core) : within(runtime, core, channel);
      if (action === 'flush' && channel != null) {
        throw new ProtocolError('E_BAD_REQUEST', "'flush' takes no channel; use stop with it");
      }
      return success({ ...extensionAction(runtime, action) });
    },
    prefs: () =>
      success({
        key: 'channel_prefs',
        value: runtime.act(({ channels }) => channels.prefsList()),
      }),
    async setPrefs(value) {
      const change = parse(requests.channelPrefs, value as JsonObject);
      const list = runtime.act(({ channels, agent }) => {
        const prefs = channels.setPrefs(change);
        if (change.forget) agent?.forgotten(change.channel, runtime.now());
        return prefs;
      });
      await runtime.prefsSaved();
      return success({ key: 'channel_prefs', value: list });
    },
  };
}

/** A core action without a channel. */
function direct(runtime: Runtime, action: ControlAction): Reply {
  if (action === 'stop') {
    runtime.act(({ channels, agent }) => {
      channels.stop();
      agent?.stopped(null, runtime.now());
    }, 'stop');
  } else if (action === 'restart') {
    runtime.act(({ channels, agent }) => {
      // Text without a channel that is being read begins again itself.
      if (runtime.readsDirectText() || !agent?.restart()) channels.restart();
    });
  } else runtime.control(action);
  return success();
}

function within(runtime: Runtime, action: ControlAction, channel: string): Reply {
  const isReading = runtime.act(({ channels, agent }) => {
    if (action === 'stop') {
      channels.stop(channel);
      agent?.stopped(channel, runtime.now());
    } else if (action === 'restart') channels.restart(channel);
    else return channels.isReading(channel);
    return false;
  });
  if (isReading) runtime.control(action);
  return success();
}

function extensionAction(runtime: Runtime, action: string): object {
  const now = runtime.now();
  return runtime.act(({ channels, agent }): object => {
    switch (action) {
      case 'next_channel':
        return channels.nextChannel();
      case 'back':
        if (channels.reading()?.entry == null && agent?.restart()) {
          return { channel: null, to: 'replay' };
        }
        return channels.back();
      case 'flush': {
        const scope = agent ? runtime.get('flush_scope') : 'session';
        const flushed = channels.flush();
        const others = agent?.flushed({ channel: flushed.channel, scope }, now).others ?? [];
        return { ...flushed, scope, others };
      }
      default:
        return action === 'next_question' ? agent!.nextQuestion() : agent!.previousQuestion();
    }
  });
}
