import { expect, test } from '../support/screens/browser.ts';
import { fetchShowTitled } from '../support/society/archive.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

test('a link to a show opens that show with all of its people', async ({ page, open, site }) => {
  const { path, cast, crew } = await fetchShowTitled(site.url, 'Nell Gwynn');
  await open(path);
  await expect(page).toHaveTitle('Nell Gwynn · Lanternside Players');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nell Gwynn');
  for (const { name } of [...cast, ...crew])
    await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible();
});

test('a link with a cut or missing title opens the show, whose page gives its canonical URL', async ({
  page,
  open,
  site,
}) => {
  const { id, path } = await fetchShowTitled(site.url, 'Nell Gwynn');
  await open(`/past-shows/${id}/nell`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nell Gwynn');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${site.url}${path}`);

  await page.goto(`/past-shows/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nell Gwynn');
  await expect(page).toHaveURL(site.url + path);
});

test('a link to a search opens it with its text, order and layout', async ({ page, open }) => {
  await open('/past-shows?q=coward&sort=oldest&layout=table');
  await expect(page.getByRole('searchbox')).toHaveValue('coward');
  await expect(page.getByRole('combobox', { name: 'Sort by' }).locator('option:checked')).toHaveText(
    'Date, oldest first',
  );
  await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('Coward');
});

test('a link with an invalid query still opens the list of shows', async ({ page, open }) => {
  const nonsense = [
    'from=abc&to=0',
    'from=2050&to=1900',
    `q=${'x'.repeat(5000)}`,
    'q=%00%07',
    'sort=sideways&page=-3',
    'member=nobody',
  ];
  for (const query of nonsense) {
    const response = await page.goto(`/past-shows?${query}`);
    expect(response?.status(), query).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Past shows');
  }
  await open('/past-shows');
});

test.describe('a link to something that never existed leads to an error page', () => {
  test.use({ expectedErrors: [/404 \(Not Found\)/] });

  test('a link to something that never existed returns 404, says so, and offers a way on', async ({ page }) => {
    for (const path of [
      '/nowhere',
      '/past-shows/0000000000000000/Nothing',
      '/past-shows/member/0000000000000000/Nobody',
    ]) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('There’s nobody on this stage');
      await expect(page.getByText('Error 404 Not Found')).toBeVisible();
    }
    await page.getByRole('main').getByRole('link', { name: 'Browse past shows' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Past shows');
  });
});

test('a show’s page never scrolls sideways when its text is twice the usual size', async ({ page, open, site }) => {
  const { path } = await fetchShowTitled(site.url, 'An Inspector Calls');
  await open(path);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await expect(page.locator('html')).toHaveCSS('font-size', '32px');
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBe(0);
});

test('no word of the site’s name is broken on a phone with text of twice the size', async ({
  page,
  context,
  open,
  site,
}) => {
  await signIn(site, context, await withSiteData(site, (a) => a.user()));
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of ['/about-us', '/members/dashboard']) {
    await open(path);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expect(page.locator('html')).toHaveCSS('font-size', '32px');
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const lines = await page
      .getByRole('banner')
      .locator('a[href="/"] > span')
      .evaluate((name) => {
        name.textContent = 'Wolverhampton Shakespearean';
        const text = name.firstChild as Text;
        const word = document.createRange();
        return [[0, 13] as const, [14, 27] as const].map(([from, to]) => {
          word.setStart(text, from);
          word.setEnd(text, to);
          return word.getClientRects().length;
        });
      });
    expect(lines, `lines of each word at ${path}`).toEqual([1, 1]);
  }
});
