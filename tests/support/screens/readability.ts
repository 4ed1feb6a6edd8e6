// Checks that a screen is readable and usable: with axe in light and dark, on a wide and on a narrow screen.
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOnly } from 'axe-core';
import { narrow } from '../../../playwright.config.ts';

const everyRule: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

/**
 * The axe rules that depend on colours, which are all that the dark theme changes. The other rules take most of the
 * time.
 */
const colourRules: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** The axe rules that depend on the space that an element has. Horizontal overflow is checked separately. */
const spaceRules: RunOnly = { type: 'rule', values: ['target-size', 'scrollable-region-focusable'] };

/**
 * The HTML of the elements that only a narrow screen shows, for each set of them that has been checked. Most screens
 * share one set, so it isn't checked again.
 */
const checkedNarrow = new Set<string>();

export async function expectReadable(
  page: Page,
  { narrow: extent = 'room' }: { narrow?: 'room' | 'all' } = {},
): Promise<void> {
  await page.waitForFunction(isReady);
  if (extent === 'all') await page.evaluate(rememberVisible);
  const place = await page.evaluate(() => window.scrollY);
  await setTheme(page, 'light');
  await expectNoViolations(page, everyRule, 'light');
  await setTheme(page, 'dark');
  await expectNoViolations(page, colourRules, 'dark');
  await expectNoOverflow(page);
  // `.dotted` draws the dots, because a typed dot could end up at the beginning or end of a line
  expect(await listWrittenDots(page), 'dots between facts, as text').toEqual([]);
  const wide = page.viewportSize();
  if (wide && wide.width > narrow.width) {
    await page.setViewportSize(narrow);
    await waitForFrames(page);
    await expectNoViolations(page, spaceRules, 'on a narrow screen');
    const shownNarrow = extent === 'all' ? await page.evaluate(findNewlyVisible) : '';
    if (shownNarrow && !checkedNarrow.has(shownNarrow)) {
      checkedNarrow.add(shownNarrow);
      await expectNoViolations(page, colourRules, 'dark, seen only on a narrow screen', 'newly visible');
      await setTheme(page, 'light');
      await expectNoViolations(page, everyRule, 'seen only on a narrow screen', 'newly visible');
    }
    await expectNoOverflow(page);
    await page.setViewportSize(wide);
  }
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), place);
}

/**
 * Returns true if no part is about to be replaced; such parts are marked `aria-busy`. While a dialog is open, only the
 * dialog counts, because parts below may wait for it.
 */
function isReady(): boolean {
  const read = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.querySelector('main');
  return !read?.querySelector('[aria-busy="true"]:not(:has(progress))');
}

/** Remembers which elements the wide screen shows. */
function rememberVisible(): void {
  const visible = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility());
  window.shownWide = new WeakSet(visible);
}

/** Finds the outermost elements that only the present width shows, and returns their HTML. */
function findNewlyVisible(): string {
  const isNew = (element: Element | null) =>
    element !== null && !window.shownWide?.has(element) && element.checkVisibility();
  window.newlyVisible = [...document.body.querySelectorAll('*')].filter(
    (element) => isNew(element) && !isNew(element.parentElement),
  );
  return window.newlyVisible.map((element) => element.outerHTML).join('\n');
}

/** Switches the theme. Reduced motion makes colours change at once. */
async function setTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await waitForFrames(page);
}

/**
 * Waits for two frames, so that everything that observes the screen's size has adapted. Waits a second at most, because a
 * page on which nothing moves may draw no frames.
 */
const waitForFrames = (page: Page) =>
  page.evaluate(async () => {
    const next = () => Promise.race([new Promise(requestAnimationFrame), new Promise((late) => setTimeout(late, 500))]);
    await next();
    await next();
  });

declare global {
  interface Window {
    axe: Pick<typeof axe, 'run'>;
    shownWide?: WeakSet<Element>;
    newlyVisible?: Element[];
  }
}

/** The minified version, because every checked document has to parse it first. */
const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The part of the page that axe checks. */
type Part = 'page' | 'newly visible';

/** Runs axe, which is loaded once into each document. Requesting only violations takes half the time. */
async function expectNoViolations(page: Page, runOnly: RunOnly, when: string, part: Part = 'page'): Promise<void> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource);
  }
  let stirred: boolean;
  let found: unknown[];
  // Entries that a list fetches by itself may arrive during the check
  do {
    await page.waitForFunction(isReady);
    ({ found, stirred } = await read(page, runOnly, part));
  } while (found.length > 0 && (stirred || !(await page.evaluate(isReady))));
  expect(found, `axe, ${when}, ${page.url()}`).toEqual([]);
}

/** Runs axe, and detects whether anything became busy or ready while it ran. */
function read(page: Page, runOnly: RunOnly, part: Part) {
  const isPart = part === 'newly visible';
  return page.evaluate(
    async ({ rules, isPart }) => {
      // Scrolls to the top, where the bar at the top covers no element. The page may have been scrolled, because a new
      // width scrolls the focused element into view
      window.scrollTo({ top: 0, behavior: 'instant' });
      let stirred = false;
      const watch = new MutationObserver(() => {
        stirred = true;
      });
      watch.observe(document.body, { subtree: true, attributeFilter: ['aria-busy'] });
      const shown = window.newlyVisible?.filter((element) => element.isConnected) ?? [];
      const checked = isPart && shown.length > 0 ? { include: shown } : document;
      const { violations } = await window.axe.run(checked, { runOnly: rules, resultTypes: ['violations'] });
      stirred ||= watch.takeRecords().length > 0;
      watch.disconnect();
      return {
        stirred,
        found: violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((n) => n.html) })),
      };
    },
    { rules: runOnly, isPart },
  );
}

async function expectNoOverflow(page: Page): Promise<void> {
  expect(await measureOverflow(page), `${page.url()} slides sideways`).toBe(0);
}

const listWrittenDots = (page: Page) =>
  page.evaluate(() => {
    // biome-ignore lint/performance/useDomNodeTextContent: visible text counts, not the text of scripts
    const lines = document.body.innerText.match(/^.* ·.*$/gm) ?? [];
    // The page also contains its title as hidden text, which screen readers announce after a link is followed
    return lines.filter((line) => line !== document.title);
  });

/** Returns the pixels by which the page's content is wider than the screen. */
export const measureOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Lists the selected values of dropdowns that are cut off, because they have only one line and are too long for it. */
export function listTruncatedSelections(): string[] {
  const canvas = document.createElement('canvas').getContext('2d');
  const measure = (text: string, font: string) => {
    if (!canvas) return 0;
    canvas.font = font;
    return canvas.measureText(text).width;
  };
  return [...document.querySelectorAll('select')]
    .filter((select) => select.checkVisibility())
    .flatMap((select) => {
      const { font, paddingInlineStart, paddingInlineEnd, whiteSpaceCollapse, textWrapMode } = getComputedStyle(select);
      if (whiteSpaceCollapse === 'collapse' && textWrapMode === 'wrap') return [];
      const space = select.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
      const chosen = select.selectedOptions[0]?.text ?? '';
      return measure(chosen, font) > space + 1 ? [chosen] : [];
    });
}
