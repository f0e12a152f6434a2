// npm links a package's own programs only where it is installed as a dependency; here `npx sonara` is to
// work in the checkout itself, so the set-up makes the links.
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Links each `bin` of package.json into node_modules/.bin, unless it is there. */
export function linkPrograms(root, platform = process.platform) {
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folder = join(root, 'node_modules', '.bin');
  mkdirSync(folder, { recursive: true });
  for (const [name, file] of Object.entries(bin)) {
    if (platform === 'win32') {
      writeFileSync(
        join(folder, `${name}.cmd`),
        `@node "%~dp0\\..\\..\\${file.replaceAll('/', '\\')}" %*\r\n`,
      );
      continue;
    }
    const link = join(folder, name);
    const target = `../../${file}`;
    if (linkTarget(link) !== target) {
      rmSync(link, { force: true });
      symlinkSync(target, link);
    }
    chmodSync(join(root, file), 0o755);
  }
}

function linkTarget(link) {
  try {
    return readlinkSync(link);
  } catch {
    return null;
  }
}
