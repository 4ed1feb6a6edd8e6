import { chromium } from '@playwright/test';
import { chromiumFlags, findChromium } from '../bin/system.mjs';

/** Debian's Chromium, quiet on the network. `debuggingPort` lets Lighthouse drive it. */
export async function openBrowser({ debuggingPort }: { debuggingPort?: number } = {}) {
  const executablePath = findChromium({ whole: true });
  if (!executablePath) throw new Error('There is no Chromium here.');
  return chromium.launch({
    executablePath,
    args: [...chromiumFlags, ...(debuggingPort ? [`--remote-debugging-port=${debuggingPort}`] : [])],
  });
}
