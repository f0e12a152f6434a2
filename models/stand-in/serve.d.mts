/**
 * Serves the files that lie directly in a folder on 127.0.0.1, by GET and HEAD, with single byte ranges.
 * `url` is without a slash at its end; `close` also ends what is being sent. `port`: default one that is free.
 */
export function serveFolder(
  folder: string,
  port?: number,
): Promise<{ url: string; close: () => Promise<void> }>;
