/** What keeps the writers of several processes apart; `main.ts` gives the platform's file lock. */
export interface LogLock {
  /**
   * Never waits. @returns false when another writer holds it
   * @throws Error when there can be no lock at all
   */
  tryLock(): boolean;
  unlock(): void;
  close(): void;
}
