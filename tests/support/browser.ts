// The base of every journey: the real site with the demo society, and a page that is watched while it is used.
import { readFileSync } from 'node:fs';
import { test as base, expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOnly } from 'axe-core';
import { narrow } from '../../playwright.config.ts';
import { openSite } from './journey-site.ts';
import type { RunningSite } from './site.ts';

interface Journey {
  /** Goes to a path as a visitor who typed it, and waits until the page reacts to clicks. */
  open: (path: string) => Promise<void>;
  /**
   * Checks the screen, as it is, with axe in light and dark, and that nothing overflows. A narrow screen is held
   * against the rules of room alone, unless it is to be against all.
   */
  readsWell: (by?: { narrow: 'room' | 'all' }) => Promise<void>;
  /** Errors that this journey provokes: each console error has to match one of these, or the test fails. */
  expectedErrors: RegExp[];
}

export const test = base.extend<Journey, { site: RunningSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const site = await openSite('demo');
      await use(site);
      await site.stop();
    },
    // Apart from the time that the first journey has
    { scope: 'worker', timeout: 150_000 },
  ],

  baseURL: async ({ site }, use) => use(site.url),

  // biome-ignore lint/correctness/noEmptyPattern: as above
  expectedErrors: async ({}, use) => use([]),

  page: async ({ page, expectedErrors, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) waitsUntilAwake(page);
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
      if (javaScriptEnabled !== false) await awake(page);
    }),

  readsWell: async ({ page }, use) => use((by) => readsWell(page, by)),
});

/** The server's HTML is there at once; from here on React reacts to clicks and keys. */
export async function awake(page: Page): Promise<void> {
  // What is recorded until then is gone once it has been done again; a typeface that comes late moves everything
  const answers = () =>
    document.querySelector('main') !== null && window.early === undefined && document.fonts.status === 'loaded';
  await page.waitForFunction(answers);
}

/** Nobody is as quick as a test. Where no script of ours runs, as with a file, there is nothing to wait for. */
function waitsUntilAwake(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const soon = async () => {
    const isOurs = await page.locator('script[data-modules]').count();
    if (isOurs > 0) await awake(page);
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

/** Cuts the network of a page and all beside it. The browser may reach the site for a moment longer. */
export async function cutOff(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect.poll(() => reachesSite(page)).toBe(false);
}

/** Brings back the network that was cut. */
export async function reconnect(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await expect.poll(() => reachesSite(page)).toBe(true);
}

const reachesSite = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch('/robots.txt', { cache: 'no-store' }).catch(() => undefined);
    return answer !== undefined;
  });

const everyRule: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

/** The rules that depend on the dark theme, which only changes colours. The others take most of the time. */
const rulesOfColour: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** The rules that depend on a narrow screen, besides overflowing sideways. */
const rulesOfRoom: RunOnly = { type: 'rule', values: ['target-size', 'scrollable-region-focusable'] };

async function readsWell(page: Page, { narrow: held = 'room' }: { narrow?: 'room' | 'all' } = {}): Promise<void> {
  await page.waitForFunction(isReady);
  const place = await page.evaluate(() => window.scrollY);
  await inTheme(page, 'light');
  await obeys(page, everyRule, 'light');
  await inTheme(page, 'dark');
  await obeys(page, rulesOfColour, 'dark');
  await staysInPlace(page);
  const wide = page.viewportSize();
  if (wide && wide.width > narrow.width) {
    await page.setViewportSize(narrow);
    await drawn(page);
    if (held === 'all') {
      await obeys(page, rulesOfColour, 'dark, on a narrow screen');
      await inTheme(page, 'light');
    }
    await obeys(page, held === 'all' ? everyRule : rulesOfRoom, 'on a narrow screen');
    await staysInPlace(page);
    await page.setViewportSize(wide);
  }
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), place);
}

/** What is about to be replaced is pale until then; what is on its way isn't. Under a window something may wait for it. */
function isReady(): boolean {
  const read = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.querySelector('main');
  return !read?.querySelector('[aria-busy="true"]:not(:has(progress))');
}

/** Where motion is reduced, colours change at once. */
async function inTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await drawn(page);
}

/** What watches the screen's size has answered to it by the second frame. A page on which nothing moves may draw none. */
const drawn = (page: Page) =>
  page.evaluate(async () => {
    const next = () => Promise.race([new Promise(requestAnimationFrame), new Promise((late) => setTimeout(late, 500))]);
    await next();
    await next();
  });

declare global {
  interface Window {
    axe: Pick<typeof axe, 'run'>;
  }
}

/** Made small: every document that is read has to take it in first. */
const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Axe comes once into each document; asked for what is broken alone, it answers in half the time. */
async function obeys(page: Page, runOnly: RunOnly, when: string): Promise<void> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource);
  }
  let stirred: boolean;
  let found: unknown[];
  // What a list fetches by itself may come while it is read
  do {
    await page.waitForFunction(isReady);
    ({ found, stirred } = await read(page, runOnly));
  } while (found.length > 0 && (stirred || !(await page.evaluate(isReady))));
  expect(found, `axe, ${when}, ${page.url()}`).toEqual([]);
}

/** What axe finds, and whether anything became busy or ready meanwhile. */
function read(page: Page, runOnly: RunOnly) {
  return page.evaluate(async (rules) => {
    // Once the page has been scrolled, something is always half under the bar at the top; a new width brings the focus into view
    window.scrollTo({ top: 0, behavior: 'instant' });
    let stirred = false;
    const watch = new MutationObserver(() => {
      stirred = true;
    });
    watch.observe(document.body, { subtree: true, attributeFilter: ['aria-busy'] });
    const { violations } = await window.axe.run(document, { runOnly: rules, resultTypes: ['violations'] });
    stirred ||= watch.takeRecords().length > 0;
    watch.disconnect();
    return { stirred, found: violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((n) => n.html) })) };
  }, runOnly);
}

async function staysInPlace(page: Page): Promise<void> {
  expect(await sideways(page), `${page.url()} slides sideways`).toBe(0);
}

/** By how many pixels what is on the page is wider than the screen. */
export const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

export { expect } from '@playwright/test';
