import { chromium } from '@playwright/test';
import { chromiumFlags, findChromium } from '../bin/system.mjs';

/**
 * Starts the installed Chromium, preferably the whole browser, without background network requests.
 *
 * @param debuggingPort the port on which Lighthouse controls the browser
 */
export async function openBrowser({ debuggingPort }: { debuggingPort?: number } = {}) {
  const executablePath = findChromium({ whole: true });
  if (!executablePath) throw new Error('No Chromium is installed.');
  return chromium.launch({
    executablePath,
    args: [...chromiumFlags, ...(debuggingPort ? [`--remote-debugging-port=${debuggingPort}`] : [])],
  });
}
