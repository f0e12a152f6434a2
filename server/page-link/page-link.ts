/** The typed link to the page that sounds. */
import {
  encodeToPage,
  parseFromPage,
  type FromPage,
  type ToPage,
} from '../../shared/audio/link.ts';
import { openLink, type LinkOptions } from './link.ts';

export interface PageLink {
  /** Process id of the browser. */
  readonly pid: number;
  send(message: ToPage): void;
  /** Every message after `ready`. One listener. */
  onMessage(listener: (message: FromPage) => void): void;
  /** Calls back once when the link is lost, with the reason; not after `close`. One listener. */
  onDown(listener: (why: string) => void): void;
  /** Ends the page, and its browser when no other page is in it. */
  close(): Promise<void>;
}

/**
 * @param root absolute directory of the built page
 * @throws Error in words when the page does not come up
 */
export async function openPageLink(root: string, open: LinkOptions['open']): Promise<PageLink> {
  const link = await openLink({
    root,
    open,
    isReady: (text) => parseFromPage(text)?.type === 'ready',
  });
  return {
    pid: link.pid,
    send: (message) => link.send(encodeToPage(message)),
    onMessage: (listener) =>
      link.onMessage((data) => {
        const message = parseFromPage(data.toString('utf8'));
        if (message) listener(message);
      }),
    onDown: (listener) => link.onDown(listener),
    close: () => link.close(),
  };
}
