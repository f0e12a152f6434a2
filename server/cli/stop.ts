/** `sonara stop`: stops what is read and ends the runtime, as a takeover does. */
import { connect, discover, findHome, NotRunning, SonaraError } from '../../shared/client/index.ts';

/** @returns 0 when none runs any more, else 1 */
export async function stop(homeFlag: string | undefined): Promise<number> {
  const home = findHome({ env: process.env, platform: process.platform, flag: homeFlag });
  let pid: number;
  try {
    const sonara = await connect({ home, autostart: false });
    ({ pid } = sonara.runtime);
    await sonara.control('stop');
    await sonara.request('hello', { token: sonara.runtime.token, takeover: true });
    sonara.close();
  } catch (error) {
    if (error instanceof NotRunning) {
      console.log('Sonara is not running.');
      return 0;
    }
    if (error instanceof SonaraError && error.code === 'E_BUSY') {
      console.error('sonara: somebody else began to speak; try again');
      return 1;
    }
    throw error;
  }
  for (let tries = 0; tries < 500; tries++) {
    if (discover(home)?.pid !== pid) {
      console.log('Sonara stopped.');
      return 0;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  console.error(`sonara: the runtime (pid ${pid}) has not ended`);
  return 1;
}
