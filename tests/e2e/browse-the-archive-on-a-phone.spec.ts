import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '../support/screens/browser.ts';
import { fetchPastShows } from '../support/society/archive.ts';

test('a visitor goes from the front page through the menu to a show @phone-only', async ({ page, open, readsWell }) => {
  await open('/');
  await page.getByLabel('Menu').tap();
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Past shows' })).toBeVisible();
  await readsWell();
  await menu.getByRole('link', { name: 'Past shows' }).tap();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Past shows');
  await expect(menu).toBeHidden();

  await page.getByRole('link', { name: 'Nell Gwynn' }).first().tap();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nell Gwynn');
  await expect(page.getByRole('img', { name: /^Poster: Nell Gwynn/ })).toBeInViewport();
});

test('scrolling down loads the list of shows to the oldest one @phone-only', async ({ page, open, site }) => {
  const { shows } = await fetchPastShows(site.url);
  await open('/past-shows');
  const oldest = page.getByRole('heading', { level: 4, name: shows.at(-1)?.title ?? '' }).last();
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 4000);
        return oldest.count();
      },
      { intervals: [100] },
    )
    .toBe(1);
  await oldest.scrollIntoViewIfNeeded();
  await expect(oldest).toBeInViewport();
});

test('every button and search field of Past shows is at least 24 pixels wide and high @phone-only', async ({
  page,
  open,
}) => {
  await open('/past-shows');
  await page.getByText('Filters', { exact: true }).tap();
  for (const control of await page.locator('main').getByRole('button').or(page.getByRole('searchbox')).all()) {
    const isShown = await control.evaluate((at) => at.checkVisibility() && getComputedStyle(at).clipPath === 'none');
    if (!isShown) continue;
    const box = await control.boundingBox();
    expect(box?.height, await control.evaluate((element) => element.outerHTML.slice(0, 120))).toBeGreaterThanOrEqual(
      24,
    );
    expect(box?.width).toBeGreaterThanOrEqual(24);
  }
});

test('when facts wrap, no line begins or ends with a separator @phone-only', async ({ page, open }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const [path, facts] of [
    ['/auditions', page.locator('main header .meta')],
    ['/past-shows?layout=table&sort=oldest', page.locator('main tbody tr').filter({ hasText: 'Comedy' })],
  ] as const) {
    await open(path);
    let [between, broken] = [0, 0];
    for (const fact of (await facts.all()).slice(0, 8)) {
      const lines = await inkOf(page, fact);
      for (const line of lines) expect(line, path).not.toMatch(/^·|·$/);
      between += lines.filter((line) => line.includes('·')).length;
      broken += lines.length > 1 ? 1 : 0;
    }
    expect(between, `dots at ${path}`).toBeGreaterThan(0);
    expect(broken, `facts in several lines at ${path}`).toBeGreaterThan(0);
  }
});

/**
 * Returns the lines of an element as they are drawn, including what is next to it: `·` for each dot between facts, `x`
 * for each other piece of ink.
 */
async function inkOf(page: Page, part: Locator): Promise<string[]> {
  await part.scrollIntoViewIfNeeded();
  const box = await part.boundingBox();
  if (!box) throw new Error('The element isn’t visible.');
  const clip = { x: 0, y: box.y, width: 320, height: box.height - 2 };
  const picture = sharp(await page.screenshot({ clip })).greyscale();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const isInk = (x: number, y: number) => Math.abs((data[y * info.width + x] ?? 0) - (data[0] ?? 0)) > 40;
  const rows = runs(info.height, (y) => upTo(info.width).some((x) => isInk(x, y)));
  return rows.map(([top, bottom]) =>
    runs(info.width, (x) => upTo(info.height).some((y) => y >= top && y < bottom && isInk(x, y)))
      .map(([left, right]) => {
        const tall = upTo(info.height).filter(
          (y) => y >= top && y < bottom && upTo(info.width).some((x) => x >= left && x < right && isInk(x, y)),
        );
        const isDot =
          right - left <= 3 && tall.length <= 3 && (tall[0] ?? 0) - top > 2 && bottom - (tall.at(-1) ?? 0) > 3;
        return isDot ? '·' : 'x';
      })
      .join(''),
  );
}

const upTo = (end: number) => Array.from({ length: end }, (_, at) => at);

/** Returns the uninterrupted ranges of numbers below `end` for which `holds` is true. */
function runs(end: number, holds: (at: number) => boolean): [number, number][] {
  const found: [number, number][] = [];
  for (const at of upTo(end).filter(holds)) {
    const last = found.at(-1);
    if (last?.[1] === at) last[1] = at + 1;
    else found.push([at, at + 1]);
  }
  return found;
}
