import { defineConfig } from 'vitest/config';

/** `npm run test:release`: tests that pack a release and install it, which take too long for every run. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    // Long enough for npm to unpack hundreds of packages on a machine that may be busy
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
