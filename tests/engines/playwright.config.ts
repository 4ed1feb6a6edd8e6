import { defineConfig } from '@playwright/test';
import type { EngineName } from './journey.ts';

// Playwright's runner controls real browsers through our own drivers, because nobody uses the builds of Firefox and
// WebKit that come with Playwright
export default defineConfig<object, { engineName: EngineName }>({
  testDir: '.',
  globalSetup: './setup.ts',
  outputDir: '../../test-results/engines',
  build: { external: ['src/**', 'tests/support/**', 'tests/engines/**'] },
  // One browser runs at a time, because each browser uses both cores of a small machine
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // The timeout is so long that no journey fails on a busy machine
  timeout: 180_000,
  reporter: 'list',
  projects: [
    { name: 'firefox', use: { engineName: 'firefox' } },
    // WebKit's driver can't print
    { name: 'webkit', use: { engineName: 'webkit' }, grepInvert: /@print/ },
  ],
});
