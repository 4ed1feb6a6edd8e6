import { chromium } from '@playwright/test';
import { chromiumFlags, findChromium } from '../bin/system.mjs';

/**
 * Starts Debian's Chromium without its background network requests. `debuggingPort` lets Lighthouse control the
 * browser.
 */
export async function openBrowser({ debuggingPort }: { debuggingPort?: number } = {}) {
  const executablePath = findChromium({ whole: true });
  if (!executablePath) throw new Error('There is no Chromium here.');
  return chromium.launch({
    executablePath,
    args: [...chromiumFlags, ...(debuggingPort ? [`--remote-debugging-port=${debuggingPort}`] : [])],
  });
}
