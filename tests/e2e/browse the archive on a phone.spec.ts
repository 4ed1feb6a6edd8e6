import { pastShows } from '../support/archive.ts';
import { expect, test } from '../support/browser.ts';

test('from the front page through the menu to a show, with a thumb @phone-only', async ({ page, open, readsWell }) => {
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

test('scrolling down brings every show there ever was @phone-only', async ({ page, open, site }) => {
  const { shows } = await pastShows(site.url);
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

test('everything a thumb has to hit is large enough for one @phone-only', async ({ page, open }) => {
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
