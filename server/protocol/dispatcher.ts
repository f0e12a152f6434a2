/**
 * One dispatcher for every transport: it finds the message's schema and handler, checks what comes in
 * and turns what goes wrong into the documented error.
 */
import { ProtocolError } from '../../shared/protocol/errors.ts';
import {
  extensionActions,
  extensionKeys,
  extensionStreams,
  extensionTypes,
  coreStreams,
  protocolVersion,
} from '../../shared/protocol/version.ts';
import * as requests from '../../shared/protocol/requests.ts';
import {
  mergeSummaries,
  summariesGiven,
  type SummaryStyle,
  viewSummaries,
} from '../../shared/protocol/summaries-setting.ts';
import { settingTable, isSettingKey } from '../../shared/protocol/settings.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Lifetime } from '../runtime/lifetime.ts';
import { agentHandlers } from './agent-handlers.ts';
import { channelHandlers, type ChannelWork, channelWork } from './channel-handlers.ts';
import { clip, type Handlers, parse, type Session } from './handler.ts';
import { type History, historyHandlers } from './history-handler.ts';
import type { JsonObject } from './parse.ts';
import { failure, type Reply, success } from './reply.ts';

/** What the dispatcher tells the log: every message of an authenticated client, and what was refused. */
export interface ProtocolJournal {
  received(message: unknown, how: { http: boolean }): void;
  refused(type: unknown, code: string, message: string): void;
  refusedBeforeHello(code: string): void;
}

export interface DispatcherOptions {
  journal: ProtocolJournal;
  runtime: Runtime;
  lifetime: Lifetime;
  version: string;
  capabilities: readonly string[];
  /** The extensions this runtime offers. */
  offered: readonly string[];
  /** Keys that can only be read: additive, for clients that poll. */
  readOnly: Readonly<Record<string, () => unknown>>;
  /** What was heard; without it the message `history` is unknown. */
  history?: History;
  /** The built-in instruction of each style of summary. */
  defaultPrompts: Readonly<Record<SummaryStyle, string>>;
}

export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #enabled = new Set<string>();
  readonly #handlers: Handlers;
  readonly #channels: ChannelWork;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#channels = channelWork(options.runtime);
    this.#handlers = {
      ...channelHandlers(options.runtime),
      ...agentHandlers(options.runtime),
      ...(options.history && historyHandlers(options.history)),
      hello: (body) => this.#hello(parse(requests.hello, body)),
      speak: (body) => this.#speak(body),
      control: (body) => this.#control(body),
      set: (body) => this.#set(body),
      get: (body) => this.#get(parse(requests.get, body).key),
      voices: (body) => this.#voices(parse(requests.voices, body)),
      subscribe: (body, session) => this.#subscribe(parse(requests.subscribe, body), session),
    };
  }

  /** @returns the reply; never throws. Synchronous unless the message needs to wait. */
  dispatch(type: string, body: JsonObject, session: Session): Reply | Promise<Reply> {
    const http = session.transport === 'http';
    // On HTTP the path names the type; a field of that name in the body is nobody's.
    this.#options.journal.received(http ? { ...body, type } : body, { http });
    try {
      const reply = this.#route(type, body, session);
      if (!(reply instanceof Promise)) return reply;
      return reply.catch((error: unknown) => this.#refused(type, error));
    } catch (error) {
      return this.#refused(type, error);
    }
  }

  #refused(type: string, error: unknown): Reply {
    const reply = failure(error);
    this.#options.journal.refused(type, reply.error.code, reply.error.message);
    return reply;
  }

  #route(type: string, body: JsonObject, session: Session): Reply | Promise<Reply> {
    this.#refuseWhileExiting();
    this.#options.lifetime.touch();
    this.#requireExtension(extensionTypes, type, `message '${type}'`);
    const handler = Object.hasOwn(this.#handlers, type) ? this.#handlers[type] : undefined;
    if (handler) return handler(body, session);
    throw new ProtocolError('E_UNKNOWN_TYPE', `unknown type '${clip(type)}'`);
  }

  /** Refuses what an extension that is not enabled would bring. */
  #requireExtension(table: Readonly<Record<string, string>>, name: string, what: string): void {
    if (!Object.hasOwn(table, name) || this.#enabled.has(table[name]!)) return;
    throw new ProtocolError(
      'E_UNSUPPORTED',
      `${what} needs '${table[name]}', which is not enabled`,
    );
  }

  #hello(request: requests.Hello): Reply {
    if (request.takeover) return this.#takeover();
    const major = request.protocol?.major ?? 1;
    if (major !== protocolVersion.major) {
      throw new ProtocolError(
        'E_INCOMPATIBLE',
        `protocol ${major} is not spoken here; this runtime speaks ${protocolVersion.major}.${protocolVersion.minor}`,
      );
    }
    const { capabilities, offered } = this.#options;
    const missing = (request.require ?? []).filter(
      (name) => !capabilities.includes(name) && !offered.includes(name),
    );
    if (missing.length > 0) {
      throw new ProtocolError('E_UNSUPPORTED', `missing: ${missing.map(clip).join(', ')}`);
    }
    const asked = request.extensions ?? [];
    for (const name of [...asked, ...(request.require ?? [])]) {
      if (offered.includes(name)) this.#enable(name);
    }
    if (request.keep_alive) this.#options.lifetime.keepAlive();
    this.#options.runtime.warm();
    return this.#welcome({ unavailable: asked.filter((name) => !offered.includes(name)) });
  }

  #enable(name: string): void {
    if (name === 'agent') this.#enable('channels');
    if (this.#enabled.has(name)) return;
    this.#enabled.add(name);
    this.#options.runtime.enable(name);
  }

  #takeover(): Reply {
    const { runtime, lifetime } = this.#options;
    if (runtime.activity() !== 'idle') {
      throw new ProtocolError('E_BUSY', 'something is playing or queued; try again when it ended');
    }
    lifetime.end('takeover');
    return this.#welcome({ takeover: true });
  }

  #welcome(fields: JsonObject): Reply {
    return success({
      version: this.#options.version,
      protocol: protocolVersion,
      capabilities: this.#options.capabilities,
      extensions: [...this.#enabled],
      ...fields,
    });
  }

  #speak(body: JsonObject): Reply | Promise<Reply> {
    const { runtime } = this.#options;
    const isChannel = this.#enabled.has('channels') && body['channel'] != null;
    const request = parse(requests.speak, body);
    const speak = isChannel
      ? this.#channels.speak(body)
      : (voice?: string) => success({ item_id: runtime.speak(request, voice) });
    if (!request.voice) return speak();
    return runtime.knownVoice(request.voice).then((voice) => {
      // The exit may have been decided while the voice was looked up.
      this.#refuseWhileExiting();
      return speak(voice);
    });
  }

  #refuseWhileExiting(): void {
    if (this.#options.lifetime.exiting) {
      throw new ProtocolError('E_BUSY', 'the runtime is exiting');
    }
  }

  #control(body: JsonObject): Reply {
    const { action } = parse(requests.control, body);
    this.#requireExtension(extensionActions, action, `action '${action}'`);
    const core = requests.controlActions.find((each) => each === action);
    if (!core && !Object.hasOwn(extensionActions, action)) {
      const known = requests.controlActions.join(', ');
      throw new ProtocolError(
        'E_BAD_REQUEST',
        `unknown action '${clip(action)}'; known are ${known}`,
      );
    }
    if (this.#enabled.has('channels')) return this.#channels.control(body);
    this.#options.runtime.control(core!);
    return success();
  }

  async #set(body: JsonObject): Promise<Reply> {
    const { key, value } = parse(requests.set, body);
    if (!Object.hasOwn(body, 'value')) {
      throw new ProtocolError('E_BAD_REQUEST', "missing field 'value'");
    }
    this.#requireExtension(extensionKeys, key, `key '${key}'`);
    if (Object.hasOwn(this.#options.readOnly, key)) {
      throw new ProtocolError('E_BAD_REQUEST', `'${key}' is read-only`);
    }
    if (key === 'channel_prefs') return this.#channels.setPrefs(value);
    if (key === 'summaries') return this.#setSummaries(value);
    if (!isSettingKey(key)) return this.#unknownKey(key);
    const checked = requests.check(settingTable[key].schema, value);
    if (!checked.ok) throw new ProtocolError('E_BAD_REQUEST', `${key} ${checked.message}`);
    return success({ key, value: await this.#options.runtime.set(key, checked.value) });
  }

  async #setSummaries(value: unknown): Promise<Reply> {
    const { runtime } = this.#options;
    const checked = requests.check(summariesGiven, value);
    if (!checked.ok) throw new ProtocolError('E_BAD_REQUEST', `summaries ${checked.message}`);
    await runtime.set('summaries', mergeSummaries(runtime.get('summaries'), checked.value));
    return this.#summaries();
  }

  #summaries(): Reply {
    const { runtime, defaultPrompts } = this.#options;
    const value = viewSummaries(runtime.get('summaries'), defaultPrompts);
    return success({ key: 'summaries', value });
  }

  #get(key: string): Reply | Promise<Reply> {
    const { runtime, readOnly } = this.#options;
    this.#requireExtension(extensionKeys, key, `key '${key}'`);
    if (key === 'channel_prefs') return this.#channels.prefs();
    if (key === 'summaries') return this.#summaries();
    if (Object.hasOwn(readOnly, key)) {
      const value = readOnly[key]!();
      if (!(value instanceof Promise)) return success({ key, value });
      return value.then((late) => success({ key, value: late }));
    }
    if (!isSettingKey(key)) return this.#unknownKey(key);
    return success({ key, value: runtime.get(key) });
  }

  #unknownKey(key: string): never {
    throw new ProtocolError('E_BAD_REQUEST', `unknown key '${clip(key)}'`);
  }

  async #voices(request: requests.VoicesRequest): Promise<Reply> {
    if (request.profile !== undefined) {
      throw new ProtocolError('E_UNSUPPORTED', 'this runtime has no external engines');
    }
    return success({ voices: await this.#options.runtime.voices(request.engine) });
  }

  #subscribe(request: { events?: string[] | null | undefined }, session: Session): Reply {
    if (!session.subscribe) {
      throw new ProtocolError('E_BAD_REQUEST', 'over HTTP, events come from GET /v1/events');
    }
    const streams = this.checkStreams(request.events ?? coreStreams);
    session.subscribe(streams);
    return success({ events: streams });
  }

  /** @throws ProtocolError E_UNSUPPORTED for an unknown stream or one of an extension that is off */
  checkStreams(streams: readonly string[]): readonly string[] {
    for (const name of streams) {
      if (coreStreams.some((each) => each === name)) continue;
      this.#requireExtension(extensionStreams, name, `stream '${name}'`);
      if (Object.hasOwn(extensionStreams, name)) continue;
      throw new ProtocolError('E_UNSUPPORTED', `unknown stream '${clip(name)}'`);
    }
    return streams;
  }
}
