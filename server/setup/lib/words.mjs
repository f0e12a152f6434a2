// What the set-up says: one line a step, elapsed time on long ones, failures in words.

/** A failure whose message is meant for the person at the terminal; `hint` says what to do. */
export class SetupError extends Error {
  constructor(message, hint = '') {
    super(message);
    this.hint = hint;
  }
}

export function say(line = '') {
  process.stdout.write(`${line}\n`);
}

/**
 * Says what is being done while `work` runs: a running clock on a terminal, else a line at the start,
 * one every ten seconds and one at the end.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(label, work) {
  const begun = Date.now();
  const live = process.stdout.isTTY === true;
  const seconds = () => `${Math.round((Date.now() - begun) / 1000)} s`;
  process.stdout.write(live ? label : `${label} ...\n`);
  const ticker = setInterval(
    () =>
      process.stdout.write(live ? `\r${label} ... ${seconds()} ` : `  still at it, ${seconds()}\n`),
    live ? 1000 : 10_000,
  );
  try {
    const result = await work();
    process.stdout.write(
      live ? `\r${label}: done in ${seconds()}   \n` : `  done in ${seconds()}\n`,
    );
    return result;
  } catch (error) {
    process.stdout.write(
      live ? `\r${label}: failed after ${seconds()}   \n` : `  failed after ${seconds()}\n`,
    );
    throw error;
  } finally {
    clearInterval(ticker);
  }
}

/** Runs a script's main function; errors become words and exit code 1, never a stack trace. */
export async function runMain(main) {
  // A reader that has gone (`| head`) is no reason to fall over.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  try {
    process.exitCode = await main();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`Sonara: ${message}\n`);
    if (error instanceof SetupError && error.hint) process.stderr.write(`${error.hint}\n`);
    if (process.env.SONARA_DEBUG && error instanceof Error)
      process.stderr.write(`${error.stack}\n`);
    process.exitCode = 1;
  }
}
