import { describe, expect, it } from 'vitest';
import { MAX_UNREAD_BYTES, MAX_UNREAD_EVENTS } from './port.ts';
import { UnreadEvents } from './unread-events.ts';

function setUp() {
  const seen = { caughtUp: 0 };
  return { seen, unread: new UnreadEvents(() => seen.caughtUp++) };
}

describe('UnreadEvents', () => {
  it('takes no more than so many bytes, also before any was handed to the system', () => {
    const { unread } = setUp();
    expect(unread.takes(MAX_UNREAD_BYTES - 1)).toBe(true);
    expect(unread.takes(2)).toBe(false);
    expect(unread.takes(1)).toBe(true);
  });

  it('takes a larger one alone, as nothing else waits', () => {
    const { unread } = setUp();
    expect(unread.takes(MAX_UNREAD_BYTES + 1)).toBe(true);
    expect(unread.takes(1)).toBe(false);
  });

  it('takes no more than so many events that the system has not taken', () => {
    const { unread } = setUp();
    for (let n = 0; n < MAX_UNREAD_EVENTS; n++) unread.takes(1);
    unread.sent(MAX_UNREAD_EVENTS);
    expect(unread.takes(1)).toBe(false);
  });

  it('says once that all is read, when one was missed', () => {
    const { unread, seen } = setUp();
    unread.takes(MAX_UNREAD_BYTES);
    unread.takes(1);
    unread.sent(1);
    expect(seen.caughtUp).toBe(0);
    unread.read(1, MAX_UNREAD_BYTES);
    expect(seen.caughtUp).toBe(1);
    expect(unread.takes(1)).toBe(true);
    unread.sent(1);
    unread.read(1, 1);
    expect(seen.caughtUp).toBe(1);
  });
});
