import { expect, test } from '../support/browser.ts';

// On a phone too. How far down one was is another place in a narrow list
test('back from a show: the same list, the same search, the same place in it @phone', async ({ page, open }) => {
  await open('/past-shows?layout=table');
  await page.getByRole('searchbox').fill('the');
  await expect(page.getByRole('region', { name: 'Shows' }).getByRole('status')).toContainText(' of ');
  await page.mouse.wheel(0, 600);
  // The wheel rolls out: what is near the top on its way isn't where it comes to rest
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(600);
  const titles = await page
    .getByRole('table')
    .getByRole('link')
    .evaluateAll((links) =>
      links.flatMap((link) => (link.getBoundingClientRect().top > 200 ? (link.textContent ?? []) : [])),
    );
  const title = titles[0] ?? '';
  const link = page.getByRole('table').getByRole('link', { name: title, exact: true }).first();
  const place = await page.evaluate(() => scrollY);
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Past shows');
  await expect(page.getByRole('searchbox')).toHaveValue('the');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);

  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});

// On a phone too. The header’s links are in the menu
test('each step has its name in the tab, and is said to those who listen @phone', async ({ page, open }) => {
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

test('going back many times in a hurry asks the server once, for where one ends up', async ({ page, open }) => {
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
  await page.evaluate(() => {
    history.back();
    setTimeout(() => history.back(), 100);
  });
  await expect(page).toHaveTitle('Lanternside Players');
  await page.waitForTimeout(900);
  expect(requests).toEqual(['/']);
});
