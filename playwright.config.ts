import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './bin/system.mjs';

const executablePath = findChromium();
if (!executablePath) throw new Error('No Chromium here. `npm test` installs it or says how.');

const chromium = {
  executablePath,
  args: [
    // Chromium refuses its sandbox to root, which is who runs in many a container.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/setup.ts',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  workers: 2,
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  // axe reads each screen in light and dark, twice a second at best on two busy cores.
  timeout: 45_000,
  expect: { timeout: 5000 },
  reporter: 'list',
  use: {
    launchOptions: chromium,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    actionTimeout: 10_000,
    trace: 'retain-on-failure',
  },
  projects: [
    {
      name: 'desk',
      testIgnore: /on a phone/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    // What can be made at all doesn't depend on the width; each of those screens has a journey of its own
    {
      name: 'phone',
      testIgnore: /begin with nothing/,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
  ],
});
