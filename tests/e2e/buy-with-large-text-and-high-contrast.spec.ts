import { chromium, type Page } from '@playwright/test';
import { narrow } from '../../playwright.config.ts';
import { expect, test, waitForHydration } from '../support/screens/browser.ts';
import { listTruncatedSelections } from '../support/screens/readability.ts';
import type { RunningSite } from '../support/site/site.ts';
import { findDemoPerformance } from '../support/society/members.ts';

test('in high contrast, seat states and the chosen performance stay visible, and date backgrounds cover no text', async ({
  page,
  open,
  site,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(`/tickets/${(await findDemoPerformance(site, 1)).id}`);
  const borderOf = (name: RegExp) =>
    page
      .getByRole('link', { name })
      .evaluate((link) => getComputedStyle(link).borderTopWidth)
      .then(Number.parseFloat);
  expect(await borderOf(/^Thu \d+ \w+ 7\.30pm/)).toBeGreaterThan(await borderOf(/^Wed \d+ \w+ 7\.30pm/));
  await page.getByRole('button', { name: 'Add one Full price ticket' }).click();
  const taken = page.getByRole('button', { name: 'Row B seat 6, taken' });
  const marks = await taken.evaluate((seat) => {
    const { borderTopWidth, borderTopStyle } = getComputedStyle(seat);
    return { borderTopWidth, borderTopStyle, sign: getComputedStyle(seat, '::before').content };
  });
  expect(marks).toMatchObject({ borderTopStyle: 'solid', sign: expect.stringContaining('×') });
  expect(Number.parseFloat(marks.borderTopWidth)).toBeGreaterThan(0);
  const backgroundOf = (state: string) =>
    page
      .getByRole('button', { name: new RegExp(`^Row \\w seat \\d+, ${state}$`) })
      .first()
      .evaluate((seat) => getComputedStyle(seat).backgroundColor);
  expect(await backgroundOf('yours')).not.toBe(await backgroundOf('free'));
  await open('/');
  // The background of a large figure lies behind the other lines of its performance
  const figures = page.getByRole('region', { name: 'Tickets' }).locator('time b');
  for (const figure of await figures.all()) await expect(figure).toHaveCSS('z-index', '-1');
});

/** Opens a page on a phone of a visitor who has doubled the browser's font size. */
async function openWithLargeText(site: RunningSite, launchOptions: Parameters<typeof chromium.launch>[0]) {
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), '--blink-settings=defaultFontSize=32'],
  });
  const page = await browser.newPage({ baseURL: site.url, viewport: narrow });
  const open = async (path: string) => {
    await page.goto(path);
    await waitForHydration(page);
  };
  return { browser, page, open };
}

/**
 * Lists the words in headings, in the header's links and in numbered lists that are broken across two lines or more.
 */
const listBrokenWords = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, header a, ol li')].flatMap((element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const broken: string[] = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const word of (text.textContent ?? '').matchAll(/[\p{L}’]+/gu)) {
          const range = document.createRange();
          range.setStart(text, word.index);
          range.setEnd(text, word.index + word[0].length);
          const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (tops.size > 1 && text.parentElement?.checkVisibility()) broken.push(word[0]);
        }
      }
      return broken;
    }),
  );

test('with text at 200 % on a phone, no word of a heading breaks, no chosen value is cut off, and tickets can be added to the basket', async ({
  site,
  launchOptions,
}) => {
  const { browser, page, open } = await openWithLargeText(site, launchOptions);
  const { id } = await findDemoPerformance(site, 1);
  for (const path of ['/', '/tickets', `/tickets/${id}`, '/contact', '/past-shows']) {
    await open(path);
    expect.soft(await listBrokenWords(page), `broken words on ${path}`).toEqual([]);
    expect.soft(await page.evaluate(listTruncatedSelections), `cut values on ${path}`).toEqual([]);
  }
  await open(`/tickets/${id}`);
  await page.getByRole('button', { name: 'Add one Full price ticket' }).click();
  await page.getByRole('button', { name: 'Row G seat 3, free' }).click();
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await page.waitForURL(/\/tickets\/basket$/);
  expect.soft(await listBrokenWords(page), 'broken words in the basket').toEqual([]);
  await page.getByRole('button', { name: 'Empty basket' }).click();
  await expect(page.getByRole('main').getByText('Your basket is empty.')).toBeVisible();
  await browser.close();
});
