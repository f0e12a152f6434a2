// `npm start` shows how the voice's model comes: a bar on a terminal, else a line every ten percent.
import { request } from './home.mjs';
import { say } from './words.mjs';

const barWidth = 30;

/** Follows the runtime's state until its engine speaks with its own voice, or cannot. Never rejects. */
export async function followModel(runtime, out = process.stdout) {
  const show = createProgress(out);
  try {
    for await (const { engine_status: status } of states(runtime)) {
      if (show(status)) break;
    }
    const advice = await adviceOf(runtime);
    if (advice) say(advice);
  } catch {
    // The runtime has ended, which is told elsewhere.
  }
}

/**
 * Shows one status after the other. @returns a function that is true once there is no more to show
 * @param {{ isTTY?: boolean, write(text: string): unknown }} out
 */
export function createProgress(out) {
  let said = '';
  let open = false;
  const line = (text) => {
    if (text === said) return;
    said = text;
    out.write(open ? `\n${text}\n` : `${text}\n`);
    open = false;
  };
  return (status) => {
    if (status.engine !== 'kokoro') return true;
    const meanwhile = status.fallback ? ' Another voice speaks meanwhile.' : '';
    switch (status.status) {
      case 'downloading': {
        const { done, total } = status.progress ?? { done: 0, total: 0 };
        if (out.isTTY) {
          out.write(`\r${bar(done, total)}`);
          open = true;
          return false;
        }
        const tenth = total > 0 ? Math.floor((10 * done) / total) * 10 : 0;
        line(`Downloading the voice Kokoro: ${tenth} % of ${megabytes(total)} MB.${meanwhile}`);
        return false;
      }
      case 'waiting':
        line(`Kokoro is not ready: ${String(status.message).replace(/[.!]?$/, '.')}${meanwhile}`);
        return false;
      case 'loading':
        line(`Kokoro is loading.${meanwhile}`);
        return false;
      case 'ready':
        if (said || open) line('Kokoro is ready.');
        return true;
      default:
        line(`Kokoro cannot be used here: ${status.message ?? status.status}`);
        return true;
    }
  };
}

function bar(done, total) {
  const share = total > 0 ? done / total : 0;
  const filled = Math.round(share * barWidth);
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `Downloading the voice Kokoro [${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${percent} % of ${megabytes(total)} MB`;
}

function megabytes(bytes) {
  return Math.round(bytes / 1e6);
}

async function adviceOf(runtime) {
  const { body } = await request(runtime, 'get', { key: 'backends' });
  return body.value?.kokoro?.advice ?? '';
}

/** The state events of a runtime, from its event stream. */
async function* states(runtime) {
  const response = await fetch(`http://127.0.0.1:${runtime.http_port}/v1/events?events=state`, {
    headers: { Authorization: `Bearer ${runtime.token}` },
  });
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of response.body) {
    text += decoder.decode(bytes, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end));
      text = text.slice(end + 2);
      if (data) yield JSON.parse(data[1]);
    }
  }
}
