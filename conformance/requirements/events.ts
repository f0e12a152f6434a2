export const subscribe = {
  section: 'subscribe (TCP)',
  facts: [
    ['subscribe.reply', 'answers {ok: true, events: [...]} with what was asked for'],
    ['subscribe.default', 'events left out are all three'],
    ['subscribe.choice', 'only the asked-for streams are sent'],
    ['subscribe.replaces', 'subscribing again replaces the set'],
    ['subscribe.empty', 'an empty list stops events'],
    ['subscribe.unknown', 'an unknown stream is E_UNSUPPORTED'],
    ['subscribe.types', 'events of another type are E_BAD_REQUEST'],
    ['subscribe.refused', 'a refused subscription leaves the one before as it was'],
    ['subscribe.after-reply', 'events come after the reply'],
    ['subscribe.first-state', 'with state, the first event is the current state'],
    ['subscribe.first-again', 'so it is of a subscription that replaces another'],
    ['subscribe.slow', 'a client that does not read its events never slows the reader'],
    ['subscribe.drops', 'past 256 unread events, events are dropped for that client'],
    ['subscribe.up-to-date', 'a client that fell behind is brought up to date by the next state'],
  ],
} as const;

export const state = {
  section: 'Events, state',
  facts: [
    ['state.fields', 'a state event has exactly the documented fields'],
    ['state.now-playing', 'now_playing has item_id, label, text, chunk and chunks'],
    ['state.text', 'its text is the chunk being read'],
    ['state.idle', 'now_playing is null when idle'],
    ['state.queued', 'queued counts the items after the current one'],
    ['state.change-only', 'state is sent on change only'],
    ['state.settings', 'volume, rate and voice are those in force'],
    ['state.seq', 'seq is strictly increasing'],
    ['state.seq-same', 'every client sees the same seq for the same state'],
    ['state.one-each', 'an operation makes at most one state event, after its item events'],
    ['state.engine-status', 'engine_status has engine, ready and status, and no null fields'],
  ],
} as const;

export const events = {
  section: 'Events, item and log',
  facts: [
    ['item.started', 'started is sent when an item begins'],
    ['item.finished', 'finished is sent when an item was read'],
    ['item.skipped', 'an item that was dropped unread is skipped, without started'],
    ['item.fields', 'an item event has exactly event, item_id and phase'],
    ['item.one-end', 'an item ends once'],
    ['item.failed', 'an item ends failed when none of its chunks could be played'],
    ['item.failed-chunk', 'a failed chunk among others is passed over, and the item finishes'],
    ['log.failed-chunk', 'a failed chunk is told in a log event'],
    ['log.fields', 'a log event has exactly event and message'],
  ],
} as const;
