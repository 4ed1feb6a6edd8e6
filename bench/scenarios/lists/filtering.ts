import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { createTemporaryDataDir, startSite } from '#tests/support/site/site.ts';
import { openBrowser } from '../../browser.ts';
import { type Figure, median, type Scenario } from '../../figures.ts';
import { fillSociety } from '../../large-society.ts';

/** Records the time of the last key press or click, and of the frame after the last change that it caused. */
function recordSettling() {
  const state = { since: 0, settled: 0 };
  const start = (event: Event) => {
    state.since = event.timeStamp;
    state.settled = 0;
  };
  addEventListener('keydown', start, true);
  addEventListener('click', start, true);
  addEventListener('change', start, true);
  const painted = () => {
    state.settled = performance.now();
  };
  new MutationObserver(() => requestAnimationFrame(() => setTimeout(painted))).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
  Object.assign(globalThis, { settling: state });
}

/**
 * Returns the milliseconds from the last key press or click of the action until the last change of the page in the 400
 * ms after the action.
 */
async function measureSettlingTime(page: Page, action: () => Promise<unknown>): Promise<number> {
  await action();
  await page.waitForTimeout(400);
  const { since, settled } = await page.evaluate(
    () => (globalThis as unknown as { settling: { since: number; settled: number } }).settling,
  );
  if (settled === 0) throw new Error('Nothing on the page changed.');
  return settled - since;
}

/**
 * Measures typing in the search of the past shows, with the whole archive loaded. Nothing may be requested from the
 * server meanwhile.
 */
export const createFilteringScenario = (shows: number): Scenario => ({
  title: `Searching and filtering ${shows.toLocaleString('en-GB')} shows in the browser`,
  async measure() {
    const dataDir = createTemporaryDataDir();
    await fillSociety(dataDir, shows);
    const site = await startSite({ dataDir, env: { DEMO: '0' } });
    const browser = await openBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await page.goto(`${site.url}/past-shows`, { waitUntil: 'networkidle' });
      const search = page.getByRole('searchbox');
      await search.press('t'); // The first key press fetches the whole archive
      await page.waitForLoadState('networkidle');
      await search.fill('');
      await page.waitForTimeout(1000);
      await page.evaluate(recordSettling);
      let count = 0;
      page.on('request', (request) => {
        if (request.resourceType() === 'fetch') count += 1;
      });

      const keys: number[] = [];
      for (const text of ['the silver lantern', 'agnes', 'zzz']) {
        for (const key of text)
          keys.push(await measureSettlingTime(page, () => search.press(key === ' ' ? 'Space' : key)));
        keys.push(await measureSettlingTime(page, () => search.fill('').then(() => search.press('q'))));
        await search.press('Backspace');
        await page.waitForTimeout(400);
      }
      const figures: Figure[] = [
        { name: 'a keystroke in the search, median', value: median(keys), unit: 'ms', atMost: 100 },
        { name: 'a keystroke in the search, slowest', value: Math.max(...keys), unit: 'ms' },
        { name: 'requests made meanwhile', value: count, unit: '', atMost: 0 },
      ];
      return figures;
    } finally {
      await browser.close();
      await site.stop();
      rmSync(dataDir, { recursive: true });
    }
  },
});
