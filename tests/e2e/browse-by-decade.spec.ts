import { expect, test } from '../support/screens/browser.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

// The test runs on a phone too, where the bar of decades is in another place and covers part of the page
test('a reader jumps to the eighties by keyboard, opens a show, and returns to the same place @phone', async ({
  page,
  open,
}) => {
  await open('/past-shows');
  const decades = page.getByRole('navigation', { name: 'Decades' });
  await decades.getByRole('link', { name: '1980s' }).press('Enter');
  const eighties = page.getByRole('heading', { level: 2, name: '1980s' });
  await expect(eighties).toBeInViewport();
  await expect(page).toHaveURL(/\/past-shows#1980s$/);
  await page.keyboard.press('Tab');
  const first = page.getByRole('region', { name: '1980s' }).getByRole('link').first();
  await expect(first).toBeFocused();

  // Another decade can be opened from the same place, now that the whole list has loaded
  await decades.getByRole('link', { name: '1970s' }).click();
  await expect(page.getByRole('heading', { level: 2, name: '1970s' })).toBeInViewport();
  await page.goBack();
  await expect(eighties).toBeInViewport();

  const title = (await first.textContent()) ?? '';
  await first.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await page.goBack();
  await expect(eighties).toBeInViewport();
});

test('a list sorted by title, or limited to one decade, has no decade links', async ({ page, open }) => {
  await open('/past-shows?sort=title');
  await expect(page.getByRole('navigation', { name: 'Decades' })).toHaveCount(0);
  await open('/past-shows?from=1980&to=1989');
  await expect(page.getByRole('navigation', { name: 'Decades' })).toHaveCount(0);
});

test('a decade link in Manage Shows leads to its heading, and the list contains every show', async ({
  page,
  context,
  open,
  site,
}) => {
  await signIn(
    site,
    context,
    await withSiteData(site, (a) => a.user({ role: 'admin', firstname: 'Iris', lastname: 'Webb' })),
  );
  await open('/members/manage_shows');
  const said = await page.getByText(/^\d+ shows$/).textContent();
  await page.getByRole('navigation', { name: 'Decades' }).getByRole('link', { name: '1970s' }).click();
  await expect(page.getByRole('heading', { level: 2, name: '1970s' })).toBeInViewport();
  await expect(page.getByRole('rowheader')).toHaveCount(Number.parseInt(said ?? '', 10));
});
