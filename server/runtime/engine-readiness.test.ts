import { describe, expect, it } from 'vitest';
import { engineReadiness } from './engine-readiness.ts';

describe('engineReadiness', () => {
  it('says it in the documented words', () => {
    expect(
      engineReadiness({
        engine: 'kokoro',
        ready: false,
        status: 'downloading',
        fallback: 'onecore',
        progress: { done: 1, total: 2 },
      }),
    ).toBe("engine 'kokoro' is downloading its model; speaking with onecore meanwhile");
    expect(engineReadiness({ engine: 'kokoro', ready: true, status: 'ready' })).toBe(
      "engine 'kokoro' is ready",
    );
  });
});
