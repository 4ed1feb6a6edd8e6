import { expect, test } from '../support/screens/browser.ts';
import { findDemoPerformance } from '../support/society/members.ts';

// The test runs on a phone too, because a narrow list has different scroll positions
test('Back from a show returns to the same list, search and scroll position @phone', async ({ page, open }) => {
  await open('/past-shows?layout=table');
  await page.getByRole('searchbox').fill('the');
  await expect(page.getByRole('region', { name: 'Shows' }).getByRole('status')).toContainText(' of ');
  await expect(page.locator('main [aria-busy]')).toHaveCount(0);
  await page.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }));
  const titles = await page
    .getByRole('table')
    .getByRole('link')
    .evaluateAll((links) =>
      links.flatMap((link) => (link.getBoundingClientRect().top > 200 ? (link.textContent ?? []) : [])),
    );
  const title = titles[0] ?? '';
  const link = page.getByRole('table').getByRole('link', { name: title, exact: true }).first();
  // The scroll position is recorded when the link is clicked, because things may have moved before the click
  const place = await page.evaluateHandle(() => {
    const at = { top: 0 };
    document.addEventListener('click', () => Object.assign(at, { top: scrollY }), { capture: true, once: true });
    return at;
  });
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Past shows');
  await expect(page.getByRole('searchbox')).toHaveValue('the');
  const { top } = await place.jsonValue();
  expect(top).toBeGreaterThan(0);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);

  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});

// The test runs on a phone too, where the header's links are in the menu
test('each page sets the tab’s title and is announced to screen readers @phone', async ({ page, open }) => {
  await open('/');
  const main = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
  if (!(await main.isVisible())) await page.getByLabel('Menu').click();
  await main.getByRole('link', { name: 'Past shows' }).click();
  await expect(page).toHaveTitle('Past shows · Lanternside Players');
  await expect(page.locator('[aria-live=polite]').filter({ hasText: 'Past shows · Lanternside Players' })).toHaveCount(
    1,
  );
  await page.goBack();
  await expect(page).toHaveTitle('Lanternside Players');
  await expect(page.locator('[aria-live=polite]').filter({ hasText: 'Lanternside Players' })).toHaveCount(1);
});

test('Back from the basket returns to the performance’s ticket page, and Forward to the basket @phone', async ({
  page,
  open,
  site,
}) => {
  const choose = `/tickets/${(await findDemoPerformance(site, 0)).id}`;
  await open(choose);
  await page.getByRole('button', { name: 'Add one Full price ticket' }).click();
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await expect(page).toHaveURL(/\/tickets\/basket$/);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${choose}$`));
  await expect(page.getByRole('button', { name: 'Add to basket' })).toBeVisible();
  await page.goForward();
  await expect(page.getByText(/^Held for you until/)).toBeVisible();
});

test('pressing Back twice quickly requests only the page two steps back', async ({ page, open }) => {
  await page.clock.install();
  await open('/');
  const visit = (name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
  await visit('Past shows');
  await expect(page).toHaveTitle(/^Past shows/);
  await page.getByRole('link', { name: 'Nell Gwynn' }).first().click();
  await expect(page).toHaveTitle(/^Nell Gwynn/);

  const requests: string[] = [];
  page.on('request', (request) => {
    if (/[?&]react/.test(request.url())) requests.push(new URL(request.url()).pathname);
  });
  // The clock is stopped, so that no time passes between the steps, however long each takes
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveTitle('Lanternside Players');
  expect(requests).toEqual([]);
  await page.clock.runFor(5000);
  await expect.poll(() => requests).toEqual(['/']);
});
