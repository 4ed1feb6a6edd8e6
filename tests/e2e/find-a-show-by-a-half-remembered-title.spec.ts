import { expect, test } from '../support/screens/browser.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

const found = 'Shows';

// The test runs on a phone too, where the field, the order and the cards are arranged differently
test('a word of the title, or the author’s name without accents or capitals, finds a show @phone', async ({
  page,
  open,
}) => {
  await open('/past-shows');
  await page.getByRole('searchbox').pressSequentially('noel coward');
  const first = page
    .getByRole('region', { name: found })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
    .first();
  await expect(first).toContainText('Noël Coward');

  await page.getByRole('searchbox').fill('earnest');
  await expect(first.getByRole('heading')).toHaveText('The Importance of Being Earnest');
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('');
  await expect(page.getByRole('combobox', { name: 'Sort by' }).locator('option:checked')).toHaveText(
    'Most relevant first',
  );

  await page.getByRole('searchbox').fill('');
  await expect(page.getByRole('combobox', { name: 'Sort by' }).locator('option:checked')).toHaveText(
    'Date, newest first',
  );
});

test('a misspelt search finds what was meant, and a search without results offers a way back', async ({
  page,
  open,
}) => {
  await open('/past-shows');
  const everything = await page.getByRole('region', { name: found }).getByRole('status').textContent();
  const status = page.getByRole('region', { name: found }).getByRole('status');
  await page.getByRole('searchbox').fill('Inspecter');
  await expect(status).toHaveText(/^Nothing found for “Inspecter”. Showing results for inspector. \d+ shows of \d+$/);
  await expect(page).toHaveURL(/\/past-shows\?q=Inspecter$/);
  const summary = await status.textContent();
  // The server corrects the search of a shared link
  await page.reload();
  await expect(status).toHaveText(summary ?? '');
  await status.getByRole('link', { name: 'inspector' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/past-shows\?q=inspector$/);
  await expect(status).toHaveText(/^\d+ shows of \d+$/);
  await expect(status).toBeFocused();

  await page.getByRole('searchbox').fill('xylophone of doom');
  await expect(page.getByRole('heading', { name: 'No shows match' })).toBeVisible();
  await page.getByRole('link', { name: 'Clear all' }).last().click();
  await expect(page.getByRole('region', { name: found }).getByRole('status')).toHaveText(everything ?? '');
  await expect(page).toHaveURL(/\/past-shows$/);
});

test('a range of years narrows the list of shows to those years', async ({ page, open }) => {
  await open('/past-shows?layout=table');
  await page.getByText('Filters', { exact: true }).click();
  await page.getByRole('spinbutton', { name: 'From year' }).fill('1980');
  await page.getByRole('spinbutton', { name: 'To year' }).fill('1984');
  await expect(page.getByRole('link', { name: /1980 to 1984.*remove filter/ })).toBeVisible();
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.nth(1)).toContainText('1984');
  const dates = await page
    .getByRole('table')
    .getByRole('cell', { name: /\d{4}$/ })
    .allTextContents();
  expect(dates.length).toBeGreaterThan(5);
  for (const date of dates) expect(Number(date.slice(-4))).toBeGreaterThanOrEqual(1980);
  for (const date of dates) expect(Number(date.slice(-4))).toBeLessThanOrEqual(1984);
});

test('on a small laptop, the table has room for each word of a title', async ({ page, open }) => {
  for (const width of [960, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await open('/past-shows?layout=table');
    const titles = page.getByRole('rowheader');
    await expect(titles.first()).toBeVisible();
    expect(await titles.evaluateAll(brokenWords), `broken at ${width}`).toEqual([]);
  }
});

test('next to the members’ menu, the table of shows breaks no word of any column', async ({
  page,
  context,
  open,
  site,
}) => {
  await signIn(site, context, await withSiteData(site, (a) => a.user({ role: 'admin' })));
  await open('/members/manage_shows?layout=table');
  const cells = page.getByRole('rowheader').or(page.getByRole('cell'));
  await expect(page.getByRole('cell', { name: 'Pantomime' }).first()).toBeVisible();
  expect(await cells.evaluateAll(brokenWords)).toEqual([]);
});

/** Finds words in these elements that are broken across lines. */
function brokenWords(elements: Element[]): string[] {
  const broken: string[] = [];
  for (const element of elements) {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    for (const { 0: word, index } of (text?.textContent ?? '').matchAll(/[^\s-]+/g)) {
      const range = document.createRange();
      if (!text) continue;
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
    }
  }
  return broken;
}

test('a reversed range of years is read in the right order, and its years change places when the field is left', async ({
  page,
  open,
}) => {
  await open('/past-shows');
  await page.getByText('Filters', { exact: true }).click();
  const [from, to] = [page.getByLabel('From year'), page.getByLabel('To year')];
  await from.fill('2020');
  await to.click();
  await to.pressSequentially('2010');
  await expect(page).toHaveURL(/from=2010&to=2020/);
  await to.blur();
  await expect(from).toHaveValue('2010');
  await expect(to).toHaveValue('2020');
  await expect(page).toHaveURL(/from=2010&to=2020/);
});

test.describe('the list of shows fits a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });
  test('on a wide screen, both years of the range filter are fully visible', async ({ page, open }) => {
    await open('/past-shows?from=2010&to=2024');
    for (const name of ['From year', 'To year']) {
      const cutOff = await page.getByLabel(name).evaluate((field) => field.scrollWidth - field.clientWidth);
      expect(cutOff, name).toBe(0);
    }
  });
  test('a filter’s checkboxes show its selection, and removing a filter moves the focus to the next one', async ({
    page,
    open,
  }) => {
    await open('/past-shows');
    await page.getByText('Filters', { exact: true }).click();
    await page.getByRole('button', { name: /^Genre/ }).click();
    const genres = page.getByRole('combobox', { name: 'Genre' });
    const options = page.getByRole('listbox', { name: 'Genre' }).getByRole('option');
    const ticked = options.filter({ has: page.locator('svg') });
    await options.filter({ hasText: 'Thriller' }).click();
    await options.filter({ hasText: 'Drama' }).click();
    await expect(ticked).toHaveText(['Drama', 'Thriller']);
    await options.filter({ hasText: 'Thriller' }).click();
    await expect(ticked).toHaveText(['Drama']);
    await expect(page.getByRole('option', { selected: true, name: 'Drama' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(ticked).toHaveCount(0);
    await genres.click();
    await expect(ticked).toHaveText(['Drama']);
    await options.filter({ hasText: 'Comedy' }).click();
    await page.keyboard.press('Escape');

    const chips = page.getByRole('list', { name: 'Filters in use' });
    await chips.getByRole('link', { name: 'Drama' }).click();
    await expect(chips.getByRole('link', { name: 'Comedy' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: /shows/ })).toBeFocused();

    // A genre and a type may have the same name
    await open('/past-shows?genre=Pantomime&season=Winter&type=Pantomime');
    await chips.getByRole('link').first().click();
    await expect(chips.getByRole('listitem')).toHaveText([/^Winter/, /^Pantomime/]);
  });
});

// Phone only, because a list has little room on a phone, above the keyboard
test('two genres are selected one after the other in a list that fits the screen @phone-only', async ({
  page,
  open,
  readsWell,
}) => {
  await open('/past-shows');
  await page.getByText('Filters', { exact: true }).tap();
  await page.getByRole('button', { name: /^Season/ }).tap();
  await expect(page.getByRole('listbox', { name: 'Season' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: /^Genre/ }).tap();
  const list = page.getByRole('listbox', { name: 'Genre' });
  await expect(list).toBeInViewport({ ratio: 1 });
  await readsWell();
  await list.getByRole('option').last().tap();
  await expect(list.getByRole('option', { selected: true })).toHaveCount(1);
  await list.getByRole('option', { name: 'Comedy' }).tap();
  await expect(list.getByRole('option', { selected: true })).toHaveCount(2);
  await expect(page).toHaveURL(/genre=.*genre=Comedy/);
  await page.getByRole('button', { name: 'Show suggestions' }).last().tap();
  await expect(list).toBeHidden();
});
