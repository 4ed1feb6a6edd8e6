// The base of every journey: the real site with the demo society, and a page that is monitored during the journey.
import { test as base, expect, type Page } from '@playwright/test';
import { openSite } from '../site/journey-site.ts';
import type { RunningSite } from '../site/site.ts';
import { expectReadable } from './readability.ts';

interface JourneyFixtures {
  /** Goes to a path like a visitor who types it, and waits until the page is hydrated. */
  open: (path: string) => Promise<void>;
  /**
   * Checks the screen in its present state with axe, in light and dark. Also checks that nothing overflows. A narrow
   * screen is checked only against the rules about space (`room`). If `narrow` is `all`, the elements that only a narrow
   * screen shows are checked against every rule.
   */
  readsWell: (by?: { narrow: 'room' | 'all' }) => Promise<void>;
  /** Errors that this journey provokes. Each console error has to match one of these patterns, or the test fails. */
  expectedErrors: RegExp[];
}

export const test = base.extend<JourneyFixtures, { site: RunningSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const site = await openSite('demo');
      await use(site);
      await site.stop();
    },
    // Starting the site doesn't count towards the first journey's timeout
    { scope: 'worker', timeout: 150_000 },
  ],

  baseURL: async ({ site }, use) => use(site.url),

  // biome-ignore lint/correctness/noEmptyPattern: as above
  expectedErrors: async ({}, use) => use([]),

  page: async ({ page, expectedErrors, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) waitForHydrationOnLoad(page);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
    });
    await use(page);
    const unexpected = errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)));
    expect(unexpected, 'errors in the browser’s console').toEqual([]);
  },

  open: async ({ page, javaScriptEnabled }, use) =>
    use(async (path) => {
      await page.goto(path);
      if (javaScriptEnabled !== false) await waitForHydration(page);
    }),

  readsWell: async ({ page }, use) => use((by) => expectReadable(page, by)),
});

/**
 * Waits until the page is hydrated. The server's HTML is shown at once, but React reacts to clicks and keys only from
 * then on.
 */
export async function waitForHydration(page: Page): Promise<void> {
  // Waits until recorded events have been replayed, the text's font has loaded and the whole page has been laid out. A
  // font that loads late would move everything
  const isReachable = () =>
    document.querySelector('main') !== null &&
    window.early === undefined &&
    [...document.fonts].some(({ family, status }) => /^"?Instrument Sans"?$/.test(family) && status === 'loaded') &&
    document.documentElement.dataset.later === undefined;
  await page.waitForFunction(isReachable);
}

/**
 * Makes the page wait for hydration after each load, because no visitor is as quick as a test. If none of our scripts
 * runs, as for a file, there is nothing to wait for.
 */
function waitForHydrationOnLoad(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const soon = async () => {
    const isOurs = await page.locator('script[data-modules]').count();
    if (isOurs > 0) await waitForHydration(page);
  };
  page.goto = async (...args) => {
    const response = await goto(...args);
    await soon();
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload(...args);
    await soon();
    return response;
  };
}

/**
 * Disconnects the page's browser, with all its pages, from the network. Waits until it no longer reaches the site.
 */
export async function disconnect(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect.poll(() => reachesSite(page)).toBe(false);
}

/** Reconnects the page's browser to the network. Waits until it reaches the site again. */
export async function reconnect(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await expect.poll(() => reachesSite(page)).toBe(true);
}

const reachesSite = (page: Page) =>
  page.evaluate(async () => {
    const response = await fetch('/robots.txt', { cache: 'no-store' }).catch(() => undefined);
    return response !== undefined;
  });

export { expect } from '@playwright/test';
