/** `sonara pause`, `play`, `skip` and `hush`: what is being read, held, gone on with, or ended. */
import { connect, NotRunning } from '../../shared/client/index.ts';

export const controls = {
  pause: { action: 'pause', done: 'Paused.' },
  play: { action: 'play', done: 'Reading.' },
  skip: { action: 'skip', done: 'Skipped.' },
  hush: { action: 'stop', done: 'Stopped reading.' },
} as const;

/** @returns the exit code: 0 also when there was nothing to do */
export async function control(name: keyof typeof controls, home: string | undefined) {
  try {
    const sonara = await connect({ home, autostart: false });
    const first = await sonara.events(['state']).next();
    const reading = !first.done && first.value.now_playing !== null;
    await sonara.control(controls[name].action);
    sonara.close();
    console.log(reading ? controls[name].done : 'Nothing is being read.');
  } catch (error) {
    if (!(error instanceof NotRunning)) throw error;
    console.log('Sonara is not running.');
  }
  return 0;
}
