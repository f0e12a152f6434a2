// npm run stand-in -- small|small-hf|large FOLDER [BASE_URL]
// Makes a stand-in model for tests and benchmarks: not Kokoro, and nothing that it says is speech.
import { kinds, writeStandIn } from './folder.mjs';

const [kind, folder, baseUrl] = process.argv.slice(2);
if (!kind || !kinds.includes(kind) || !folder) {
  console.error(`usage: npm run stand-in -- ${kinds.join('|')} FOLDER [BASE_URL]`);
  process.exitCode = 2;
} else {
  const { files } = await writeStandIn(kind, folder, { baseUrl });
  for (const { name, bytes, sha256 } of files) console.log(`${sha256}  ${name}  ${bytes} bytes`);
}
