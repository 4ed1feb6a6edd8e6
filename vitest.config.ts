import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/house/**/*.test.ts', 'bench/**/*.test.ts'],
    // One PostgreSQL for the whole run; every worker has a database in it, which is emptied for each test.
    globalSetup: ['tests/support/postgres.ts'],
    pool: 'forks',
    // The site is loaded once for a worker instead of once for each file, which took a third of all time. So a test
    // replaces no module (`vi.mock`): what it wants otherwise is handed in.
    isolate: false,
    // One more than the two cores that this is made for: now and then each waits, for a program that it started
    maxWorkers: 3,
    // Long, so that a machine with much else to do fails nothing. It ends only what waits for ever: a timer can't interrupt
    // work that gives it no turn. So a test of work that must not take long counts its steps or its time on the processor
    // (`tests/support/processor-time.ts`).
    testTimeout: 300_000,
    hookTimeout: 300_000,
    restoreMocks: true,
  },
});
