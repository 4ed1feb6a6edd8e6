import { recordPracticeReview } from '#features/archive/reviews/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import { expect, test } from '../support/screens/browser.ts';
import type { RunningSite } from '../support/site/site.ts';
import { fetchPastShows } from '../support/society/archive.ts';
import { withSiteData } from '../support/society/members.ts';

const review = 'https://reviews.example/lanternside/a-taut-evening';
const page = `<nav>Home</nav><p class="subheading" style="color:red">A taut, unsentimental evening.</p>
  <div class="content"><h2>The set</h2><p>Its tilt told us that something was wrong before anyone spoke.</p></div>`;

/** Gives the newest past show a review; returns the show's path. */
async function createReview(site: RunningSite): Promise<string> {
  const { shows } = await fetchPastShows(site.url);
  const [show] = shows;
  if (!show) throw new Error('The demo society has no past show.');
  await withSiteData(site, (_, db) =>
    write(db, async (tx) => {
      await recordPracticeReview(tx, { url: review, page, now: '2026-11-01T00:00:00.000Z' });
      await tx.updateTable('show').set({ noda_review: review }).where('id', '=', show.id).execute();
    }),
  );
  return `/past-shows/${show.id}/show`;
}

test('a review is loaded when it is opened, and names its source', async ({ page, open, site, readsWell }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await open(await createReview(site));
  const section = page.getByRole('region', { name: 'Read the review' });
  await expect(section.getByRole('link', { name: 'reviews.example' })).toHaveAttribute('href', review);
  const opening = section.getByRole('blockquote');
  await expect(opening).toHaveText('Its tilt told us that something was wrong before anyone spoke.');
  expect(requests).not.toContain('/cors');
  await readsWell();

  await section.getByRole('heading', { name: 'Read the review' }).click();
  await expect(section.getByText('A taut, unsentimental evening.')).toBeVisible();
  await expect(section.getByRole('heading', { name: 'The set' })).toBeVisible();
  await expect(opening).toBeHidden();
  await expect(section.getByText('this review is made up')).toBeVisible();
  await expect(section.locator('[style]')).toHaveCount(0);
  await readsWell();

  await section.getByRole('heading', { name: 'Read the review' }).click();
  await section.getByRole('heading', { name: 'Read the review' }).click();
  await expect(section.getByText('A taut, unsentimental evening.')).toBeVisible();
  expect(requests.filter((path) => path === '/cors')).toHaveLength(1);
  expect(requests.every((path) => !path.startsWith('/lanternside'))).toBe(true);
});

test.describe('loading a review whose site is unavailable can be tried again', () => {
  test.use({ expectedErrors: [/503/] });

  test('an unavailable review is reported, and trying again by keyboard loads it', async ({
    page,
    open,
    site,
    readsWell,
  }) => {
    const msg = 'The other site took too long to respond. Please try again in a few minutes.';
    await page.route('**/cors', (route) => route.fulfill({ status: 503, json: { code: 503, msg } }));
    await open(await createReview(site));
    const section = page.getByRole('region', { name: 'Read the review' });
    await section.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect(section.getByRole('alert')).toContainText(msg);
    await readsWell();

    await page.unroute('**/cors');
    await page.keyboard.press('Tab');
    await expect(section.getByRole('button', { name: 'Try again' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(section.getByText('A taut, unsentimental evening.')).toBeVisible();
    await expect(section.getByRole('alert')).toBeEmpty();
    await expect(section.locator('summary')).toBeFocused();
  });
});

test.describe('reviews can be reached without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript the page links to the review', async ({ page, open, site }) => {
    await open(await createReview(site));
    await expect(page.getByText('Read the full review at reviews.example')).toBeVisible();
    await expect(page.getByText('Read the review')).toBeHidden();
    await expect(page.getByText('Its tilt told us that something was wrong')).toBeVisible();
  });
});
