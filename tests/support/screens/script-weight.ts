import { brotliCompressSync } from 'node:zlib';
import type { Browser, Request } from '@playwright/test';
import { waitForHydration } from './browser.ts';

/** The maximum size of the compressed script that a public page may load before anybody touches it. */
export const maxScriptKilobytes = 82;

/**
 * Measures all script that a page loads before anyone touches it, in kB: files as transferred, and inline script
 * compressed.
 */
export async function measureScript(browser: Browser, address: string): Promise<number> {
  const page = await browser.newPage();
  const scripts: Request[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request));
  await page.goto(address);
  await waitForHydration(page);
  // Waits for the scripts that the page requests after hydration
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  const sizes = await Promise.all(
    scripts.map(async (request) => {
      await (await request.response())?.finished();
      return (await request.sizes()).responseBodySize;
    }),
  );
  const written = await page.locator('script:not([src], [type])').allTextContents();
  sizes.push(...written.map((text) => brotliCompressSync(text).length));
  await page.close();
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}
