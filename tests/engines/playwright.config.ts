import { defineConfig } from '@playwright/test';
import type { EngineName } from './journey.ts';

// Playwright's runner with our own drivers: its Firefox and WebKit are builds of its own, and nobody's browser
export default defineConfig<object, { engineName: EngineName }>({
  testDir: '.',
  globalSetup: './setup.ts',
  outputDir: '../../test-results/engines',
  build: { external: ['src/**', 'tests/support/**', 'tests/engines/**'] },
  // One browser at a time: each takes both cores of a small machine
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Long, so that a busy machine fails nothing
  timeout: 180_000,
  reporter: 'list',
  projects: [
    { name: 'firefox', use: { engineName: 'firefox' } },
    // WebKit's driver can't print
    { name: 'webkit', use: { engineName: 'webkit' }, grepInvert: /@print/ },
  ],
});
