export const robustness = {
  section: 'Full disks, read-only homes and clocks that jump',
  facts: [
    ['disk.set', 'on a full disk a set is E_ENGINE, applies, and leaves config.json as it was'],
    ['disk.freed', 'once there is room again, a set is saved'],
    ['disk.speech', 'on a full disk speech goes on'],
    [
      'disk.logs',
      'on a full disk log lines are lost, whole ones, and later ones are written again',
    ],
    ['disk.exit', 'on a full disk it ends cleanly'],
    ['disk.start', 'a start on a full disk ends with code 1, says why, and leaves no temp file'],
    ['readonly.start', 'a start in a read-only home ends with code 1 and says why'],
    ['readonly.set', 'in a home that became read-only a set is E_ENGINE and applies'],
    ['readonly.speech', 'in a home that became read-only speech goes on'],
    ['readonly.kept', 'what was saved before is there when the home can be written to again'],
    ['readonly.exit', 'in a home that became read-only it ends with code 0'],
    ['clock.idle', 'the idle exit counts time that passes, not what the clock says'],
    ['clock.waits', 'so do the 5 s for hello and for HTTP headers'],
    ['clock.ping', 'so does the ping'],
    ['clock.refusals', 'so do the 10 s between two lines of refusals in the log'],
    ['clock.told', 'times of the log, and started_at, are what the clock says'],
  ],
} as const;
