import { expect, test } from '../support/screens/browser.ts';

test('on a page opened by a link, the map loads and appears only after a click', async ({ page, open }) => {
  const elsewhere: string[] = [];
  await page.route(/^https:/, (route) => {
    elsewhere.push(new URL(route.request().url()).host);
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Map</title><p>Mill Lane</p>' });
  });
  await open('/');
  await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'About us' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible();
  await expect(page.getByText('The map comes from www.openstreetmap.org')).toBeVisible();
  expect(elsewhere).toEqual([]);
  await page.getByRole('button', { name: 'Show the map' }).click();
  const map = page.getByTitle(/^Map/);
  await expect(map).toHaveAttribute('height', '450');
  await expect(map.contentFrame().getByText('Mill Lane')).toBeVisible();
  expect(elsewhere).toEqual(['www.openstreetmap.org']);
});

test.describe('the map works without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('without JavaScript, the map is a link', async ({ page, open }) => {
    await open('/about-us');
    await expect(page.getByRole('button', { name: 'Show the map' })).toBeHidden();
    await expect(page.getByRole('link', { name: /Open the map there/ })).toHaveAttribute(
      'href',
      /^https:\/\/www\.openstreetmap\.org\/\?mlat=/,
    );
  });
});
