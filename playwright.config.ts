import { existsSync, statfsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';
import { chromiumFlags, findChromium } from './bin/system.mjs';

// `npm run check` reads this file on machines without a browser: tests/e2e/setup.ts refuses to run the tests there
const executablePath = findChromium();

/** The system's shared memory; a container may have so little of it that a browser ends. */
const shared = '/dev/shm';
const isRoomy = existsSync(shared) && statfsSync(shared).bavail * statfsSync(shared).bsize > 1e9;

const chromium = {
  ...(executablePath && { executablePath }),
  // Pictures go from one process to the next by memory: by files it takes a tenth more of all that a browser does
  ignoreDefaultArgs: isRoomy ? ['--disable-dev-shm-usage'] : [],
  args: [
    ...chromiumFlags,
    // There is no GPU: drawing is a quarter faster without its software substitute
    '--disable-gpu',
    // No page is open for long: making its scripts quick takes more time than it saves
    '--js-flags=--no-turbofan --no-maglev --always-sparkplug',
  ],
};

/** A desk's screen and a phone's. */
export const wide = { width: 1280, height: 800 };
export const narrow = { width: 390, height: 844 };

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/setup.ts',
  outputDir: 'test-results/e2e',
  // Node reads our sources unchanged: Playwright's own transformation takes four times as long
  build: { external: ['src/**', 'tests/support/**'] },
  fullyParallel: true,
  // One more than the two cores that this is made for: each waits now and then, for a page or its data
  workers: 3,
  // A test that passes only at the second try is broken
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Long, so that a busy machine fails nothing: nobody waits for it when all is well.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    launchOptions: chromium,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    actionTimeout: 20_000,
    // A fifth of the time goes into a trace that nobody reads when all is well: `npx playwright test NAME --trace on`
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  // The outcome of a journey doesn't depend on the width: it runs once, and its screens are read at both
  // (`all-screens.spec.ts`; `readsWell` looks at the narrow screen as well). A tag says when that isn't enough, and a
  // line above the test why: `@phone` runs at both widths, `@phone-only` on the phone. The phone's begin: some are
  // long, and a worker with the last test of all keeps the others waiting.
  projects: [
    {
      name: 'phone',
      grep: /@phone/,
      // A phone's screen is sharper: that changes no layout, and takes a tenth longer to draw
      use: { ...devices['Pixel 7'], viewport: narrow, deviceScaleFactor: 1 },
    },
    // Each project starts new workers, with a site and a browser: the screens have none of their own. Their file's name
    // is the first of all, so that they find the society as it was made, before any journey has changed it.
    {
      name: 'desk',
      grepInvert: /@phone-only/,
      use: { ...devices['Desktop Chrome'], viewport: wide },
    },
  ],
});
