import { defineConfig } from '@playwright/test';
import type { EngineName } from './journey.ts';

// Playwright's runner with our own drivers: nobody uses the builds of Firefox and WebKit that come with Playwright as a
// browser
export default defineConfig<object, { engineName: EngineName }>({
  testDir: '.',
  globalSetup: './setup.ts',
  outputDir: '../../test-results/engines',
  build: { external: ['src/**', 'tests/support/**', 'tests/engines/**'] },
  // One browser at a time: each takes both cores of a small machine
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Long enough that no journey fails on a busy machine
  timeout: 180_000,
  reporter: 'list',
  projects: [
    { name: 'firefox', use: { engineName: 'firefox' } },
    // WebKit's driver can't print
    { name: 'webkit', use: { engineName: 'webkit' }, grepInvert: /@print/ },
  ],
});
