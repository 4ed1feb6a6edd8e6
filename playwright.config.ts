import { existsSync, statfsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';
import { chromiumFlags, findChromium } from './bin/system.mjs';

// `npm run check` loads this file on machines without a browser; tests/e2e/setup.ts refuses to run the tests there
const executablePath = findChromium();

/** The system's shared memory. Some containers have so little that a browser crashes. */
const shared = '/dev/shm';
const isRoomy = existsSync(shared) && statfsSync(shared).bavail * statfsSync(shared).bsize > 1e9;

const chromium = {
  ...(executablePath && { executablePath }),
  // Browser processes exchange pictures through shared memory if it has room: with files, everything takes a tenth
  // longer
  ignoreDefaultArgs: isRoomy ? ['--disable-dev-shm-usage'] : [],
  args: [
    ...chromiumFlags,
    // There is no GPU, and drawing is a quarter faster without software that simulates one
    '--disable-gpu',
    // No page is open for long, so optimising its scripts would take more time than it saves
    '--js-flags=--no-turbofan --no-maglev --always-sparkplug',
  ],
};

/** The viewports of a desktop and of a phone. */
export const wide = { width: 1280, height: 800 };
export const narrow = { width: 390, height: 844 };

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/setup.ts',
  outputDir: 'test-results/e2e',
  // Node reads our sources unchanged: Playwright's own transformation takes four times as long
  build: { external: ['src/**', 'tests/support/**'] },
  fullyParallel: true,
  // One more than the two cores of the machine that this is tuned for, because each worker sometimes waits for a page
  // or its data
  workers: 3,
  // A test that passes only on the second attempt is broken
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Long enough that no test fails on a busy machine. Passing tests take no longer because of this limit.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    launchOptions: chromium,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    actionTimeout: 20_000,
    // Traces take a fifth of the time, and nobody reads them while tests pass: `npx playwright test NAME --trace on`
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  // The outcome of a journey doesn't depend on the width, so each journey runs once. Its screens are checked at both
  // widths (in `all-screens.spec.ts`; `readsWell` checks the narrow width too). If that isn't enough, a test has a tag,
  // and the comment above it gives the reason: `@phone` runs at both widths, `@phone-only` on the phone. The phone's
  // project is first: some of its tests are long, and a long test at the very end would keep the other workers idle.
  projects: [
    {
      name: 'phone',
      grep: /@phone/,
      // The real phone has a sharper screen. A sharper screen has the same layout, and takes a tenth longer to draw
      use: { ...devices['Pixel 7'], viewport: narrow, deviceScaleFactor: 1 },
    },
    // The tests of all screens have no project of their own, because each project starts new workers with a site and a
    // browser. The name of their file sorts first, so that no journey has changed the society before.
    {
      name: 'desk',
      grepInvert: /@phone-only/,
      use: { ...devices['Desktop Chrome'], viewport: wide },
    },
  ],
});
