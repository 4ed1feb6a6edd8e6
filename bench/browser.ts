import { chromium } from '@playwright/test';
import { findChromium } from '../bin/system.mjs';

/** Debian's Chromium, quiet on the network. `debuggingPort` lets Lighthouse drive it. */
export async function openBrowser({ debuggingPort }: { debuggingPort?: number } = {}) {
  const executablePath = findChromium({ whole: true });
  if (!executablePath) throw new Error('There is no Chromium here.');
  return chromium.launch({
    executablePath,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(debuggingPort ? [`--remote-debugging-port=${debuggingPort}`] : []),
    ],
  });
}
