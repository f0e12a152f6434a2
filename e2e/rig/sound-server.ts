/** A private sound server with a null sink, and what is heard from it. */
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { end, output, start, until } from './child.ts';

/** Frames per second of every recording. */
export const recordingRate = 48_000;

export interface SinkInput {
  index: number;
  /** As the client names itself (application.name). */
  application: string;
  mediaRole: string;
  corked: boolean;
  /** 65536 is full volume. */
  volume: number;
}

export interface Recording {
  /** Frames heard so far; a clock of what came out of the sink. */
  samplesSoFar(): number;
  /** A copy of what was heard so far: mono, −1 to 1, at `recordingRate`. */
  soFar(): Float32Array;
  /** Ends the recording and gives what was heard. */
  stop(): Promise<Float32Array>;
}

export interface SoundServer {
  /** Give this to whatever is to sound here. */
  readonly env: { PULSE_SERVER: string };
  /** Starts to record what comes out of the sink from now on, at once. */
  record(): Recording;
  sinkInputs(): Promise<SinkInput[]>;
  /** The server dies at once, as in a crash; what is recorded meanwhile is nothing at all. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Ends everything and removes the files. */
  close(): Promise<void>;
}

export async function startSoundServer(): Promise<SoundServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sonara-sound-'));
  const socket = join(folder, 'native');
  const env = { PULSE_SERVER: `unix:${socket}` };
  // A home and a runtime folder of its own: the user's sound server is neither found nor disturbed.
  const own = {
    ...process.env,
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_RUNTIME_DIR: folder,
    PULSE_RUNTIME_PATH: folder,
    PULSE_STATE_PATH: folder,
  };
  const client = { ...own, ...env };
  const listeners = new Set<(data: Buffer) => void>();
  const open = async () => {
    const server = await startServer(folder, socket, own);
    return { server, ears: await startEars(client, listeners) };
  };
  let running = await open();

  return {
    env,
    record: () => collect(listeners),
    async sinkInputs() {
      const list: unknown = JSON.parse(
        await output('pactl', ['--format=json', 'list', 'sink-inputs'], client),
      );
      return (list as RawSinkInput[]).map(readSinkInput);
    },
    async kill() {
      await kill(running.server);
      await end(running.ears, 500);
      await rm(socket, { force: true });
    },
    async restart() {
      running = await open();
    },
    async close() {
      await end(running.ears, 500);
      await end(running.server, 2000);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Not as a daemon, so that it is our child and ends with the test. */
async function startServer(
  folder: string,
  socket: string,
  env: NodeJS.ProcessEnv,
): Promise<ChildProcess> {
  const { child, stderr } = start(
    'pulseaudio',
    [
      '-n',
      '--daemonize=no',
      '--exit-idle-time=-1',
      '--use-pid-file=no',
      '--disable-shm=yes',
      '--log-level=error',
      `--load=module-native-protocol-unix socket=${socket} auth-anonymous=1`,
      '--load=module-null-sink sink_name=ears rate=48000 channels=2',
    ],
    env,
  );
  await until(
    'the sound server',
    async () => {
      if (child.exitCode !== null) throw new Error(`pulseaudio ended: ${stderr()}`);
      if (!existsSync(socket)) return false;
      const sinks = await output('pactl', ['list', 'short', 'sinks'], {
        ...env,
        PULSE_SERVER: `unix:${socket}`,
      }).catch(() => '');
      return sinks.includes('ears');
    },
    10_000,
    () => `${folder}: ${stderr()}`,
  );
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}

/** One recorder for the life of the server: the sink takes two seconds to wake for its first one. */
async function startEars(
  env: NodeJS.ProcessEnv,
  listeners: Set<(data: Buffer) => void>,
): Promise<ChildProcess> {
  const { child, stderr } = start(
    'parec',
    [
      '--device=ears.monitor',
      '--latency-msec=20',
      '--raw',
      '--format=s16le',
      '--channels=1',
      `--rate=${recordingRate}`,
    ],
    env,
  );
  let awake = false;
  child.stdout?.on('data', (data: Buffer) => {
    awake = true;
    for (const listener of listeners) listener(data);
  });
  await until('sound from the monitor', () => awake, 10_000, stderr);
  return child;
}

function collect(listeners: Set<(data: Buffer) => void>): Recording {
  const blocks: Buffer[] = [];
  let bytes = 0;
  const listener = (data: Buffer) => {
    blocks.push(data);
    bytes += data.length;
  };
  listeners.add(listener);
  const soFar = () => toSamples(Buffer.concat(blocks));
  return {
    samplesSoFar: () => bytes >> 1,
    soFar,
    async stop() {
      // What was played just now is still on its way through the recorder.
      const enough = bytes + recordingRate * 2 * 0.1;
      await until('the end of the recording', () => bytes >= enough, 300).catch(() => {});
      listeners.delete(listener);
      return soFar();
    },
  };
}

function toSamples(pcm: Buffer): Float32Array {
  const samples = new Float32Array(pcm.length >> 1);
  for (let i = 0; i < samples.length; i++) samples[i] = pcm.readInt16LE(i * 2) / 32_768;
  return samples;
}

interface RawSinkInput {
  index: number;
  corked: boolean;
  properties: Record<string, string>;
  volume: Record<string, { value: number }>;
}

function readSinkInput(raw: RawSinkInput): SinkInput {
  return {
    index: raw.index,
    application: raw.properties['application.name'] ?? '',
    mediaRole: raw.properties['media.role'] ?? '',
    corked: raw.corked,
    volume: Object.values(raw.volume)[0]?.value ?? 0,
  };
}
