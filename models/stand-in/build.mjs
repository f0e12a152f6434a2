// npm run stand-in -- small|small-hf|large FOLDER [BASE_URL]
// npm run stand-in -- serve FOLDER [PORT]
// Makes, or serves, a stand-in model for tests and benchmarks: not Kokoro, and nothing that it says is speech.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { kinds, writeStandIn } from './folder.mjs';
import { serveFolder } from './serve.mjs';

const [what, folder, last] = process.argv.slice(2);
try {
  if (folder && what === 'serve') await serve(resolve(folder), last);
  else if (folder && what && kinds.includes(what)) await make(what, folder, last);
  else {
    console.error(`usage: npm run stand-in -- ${kinds.join('|')} FOLDER [BASE_URL]
       npm run stand-in -- serve FOLDER [PORT]`);
    process.exitCode = 2;
  }
} catch (error) {
  console.error(`stand-in: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}

/**
 * @param {string} kind
 * @param {string} target
 * @param {string | undefined} baseUrl
 */
async function make(kind, target, baseUrl) {
  const { files } = await writeStandIn(kind, target, { baseUrl });
  for (const { name, bytes, sha256 } of files) console.log(`${sha256}  ${name}  ${bytes} bytes`);
}

/**
 * Until it is interrupted.
 * @param {string} source
 * @param {string | undefined} port
 */
async function serve(source, port = '0') {
  const manifest = join(source, 'manifest.json');
  if (!existsSync(manifest)) throw new Error(`there is no ${manifest}; make a stand-in first`);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error(`${port} is no port`);
  const { url } = await serveFolder(source, Number(port));
  console.log(`Serving ${source} at ${url} until Ctrl+C. Start Sonara with`);
  console.log(`  SONARA_MODEL_BASE_URL=${url}`);
  console.log(`  SONARA_MODEL_MANIFEST=${manifest}`);
}
