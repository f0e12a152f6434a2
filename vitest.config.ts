import { defineConfig } from 'vitest/config';

/** Nothing is downloaded but what a test serves itself: nobody listens there. */
const env = { SONARA_MODEL_BASE_URL: 'http://127.0.0.1:9' };
const limits = { env, testTimeout: 30_000, hookTimeout: 30_000, teardownTimeout: 5_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...limits,
          name: 'unit',
          include: ['{server,shared,page,models}/**/*.test.ts', 'server/setup/**/*.test.mjs'],
          exclude: ['**/*.sound.test.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...limits,
          name: 'conformance',
          include: ['conformance/**/*.test.ts'],
          // Mostly waiting: more of them at once than there are cores.
          maxWorkers: 6,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Real sound in real time: one file after the other, with the machine to itself.
        test: {
          ...limits,
          name: 'e2e',
          include: ['e2e/**/*.test.ts', '**/*.sound.test.ts'],
          exclude: ['node_modules/**'],
          pool: 'forks',
          fileParallelism: false,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
