/** American or British English. */
export type Accent = 'us' | 'gb';
