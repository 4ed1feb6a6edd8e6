import { deriveId } from '#platform/server/crypto/ids.ts';
import { expect, test } from '../support/screens/browser.ts';
import { fetchPastShows, fetchShowTitled } from '../support/society/archive.ts';

test.use({ javaScriptEnabled: false });

test('without JavaScript, the front page has a heading and a link to book tickets', async ({ page, open }) => {
  await open('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: /Book tickets/ }).first()).toBeVisible();
});

test('without JavaScript, the archive can be paged through to its very first show', async ({ page, open, site }) => {
  // Other tests may be adding shows to the same site, so this is repeated until the list stays the same
  await expect(async () => {
    const { shows } = await fetchPastShows(site.url);
    await open('/past-shows');
    const seen: string[] = [];
    for (;;) {
      const titles = page.getByRole('region', { name: 'Shows' }).getByRole('heading', { level: 4 });
      seen.push(...(await titles.allTextContents()));
      const next = page.getByRole('link', { name: /^Next/ });
      if (!(await next.isVisible())) break;
      const to = new URL((await next.getAttribute('href')) ?? '', site.url);
      await next.click();
      await expect(page).toHaveURL(to.href);
      await page.waitForLoadState();
    }
    expect(seen).toEqual(shows.map((show) => show.title));
  }).toPass({ timeout: 40_000 });
});

test('without JavaScript, search and filters work as a form', async ({ page, open }) => {
  await open('/past-shows');
  await page.getByRole('searchbox').fill('earnest');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('region', { name: 'Shows' }).getByRole('heading').first()).toHaveText(
    'The Importance of Being Earnest',
  );
  await page.getByText('Filters', { exact: false }).first().click();
  await page.getByRole('combobox', { name: 'Genre' }).selectOption('Drama');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/genre=Drama/);
});

test('without JavaScript, a show lists its whole cast, and a name leads to the person’s page', async ({
  page,
  open,
  site,
}) => {
  const { path, cast } = await fetchShowTitled(site.url, 'Nell Gwynn');
  await open(path);
  for (const { name } of cast) await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible();
  await page
    .getByRole('link', { name: cast[0]?.name ?? '', exact: true })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(cast[0]?.name ?? '');
  await expect(page.getByRole('table').getByRole('link', { name: 'Nell Gwynn' }).first()).toBeVisible();
});

test('without JavaScript, tickets get the best seats, and nothing offers to choose others on the plan', async ({
  page,
  open,
}) => {
  const path = `/tickets/${deriveId('demo performance 1')}`;
  const seats = page.getByRole('button', { name: /^Row [A-Z] seat/ });
  await open(path);
  await expect(page.getByText('You’ll get the best seats available')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Which seats?' })).toBeHidden();
  await expect(seats).toHaveCount(0);
  await page.getByLabel('Full price', { exact: true }).fill('2');
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await expect(page.getByText(/^Seats \w\d+, \w\d+\./)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Choose different seats' })).toBeHidden();
  // This URL may come from a browser with JavaScript, or from a page that was opened before an upgrade
  await open(`${path}/seats`);
  await expect(
    page.getByText(
      /^Choosing seats on the plan needs JavaScript\. We’ve given you the best seats available: \w\d+, \w\d+\.$/,
    ),
  ).toBeVisible();
  await expect(seats).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Keep / })).toBeVisible();
});
