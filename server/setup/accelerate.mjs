// `npm run accelerate`: adds the native runtime for Kokoro in native/. `-- --remove` takes it away again.
// A runtime that runs sees it when it starts next.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { endChildrenOnSignal } from './lib/children.mjs';
import { installNative, nativeInstalled } from './lib/native.mjs';
import { checkNode, root } from './lib/prepare.mjs';
import { runMain, say } from './lib/words.mjs';

await runMain(main);

async function main() {
  checkNode();
  endChildrenOnSignal();
  const target = join(root, 'native');
  if (process.argv.includes('--remove')) {
    rmSync(target, { recursive: true, force: true });
    say('The native runtime is removed.');
    return 0;
  }
  if (nativeInstalled(target)) {
    say(
      'Kokoro has its native runtime already. A Sonara that ran before it came has to be started again.',
    );
    return 0;
  }
  const megabytes = await installNative(target);
  say(`Kokoro has a native runtime now (${megabytes} MB). Start Sonara again to use it.`);
  return 0;
}
