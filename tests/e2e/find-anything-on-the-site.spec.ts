import { expect, test } from '../support/screens/browser.ts';

// The test runs on a phone too, where the header's link to the search is in the menu
test('a visitor searches, moves through the results with the arrow keys, opens one, and returns to them @phone', async ({
  page,
  open,
}) => {
  await open('/');
  await page.getByRole('link', { name: 'Search' }).first().click();
  const field = page.getByRole('searchbox', { name: 'Search the whole site' });
  await expect(field).toBeFocused();
  await page.keyboard.type('blithe');
  await expect(page.getByRole('main').getByRole('status')).toContainText('result');
  await expect(page).toHaveURL(/\/search\?q=blithe$/);
  const results = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(results.first()).toHaveText('Blithe Spirit');
  await field.press('ArrowDown');
  await expect(results.first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(field).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blithe Spirit');
  await page.goBack();
  await expect(field).toHaveValue('blithe');
  await expect(results.first()).toHaveText('Blithe Spirit');
});

test('a search for a role finds the show and the person who played the role', async ({ page, open }) => {
  await open('/search');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('arthur birling');
  const results = page.getByRole('main').getByRole('listitem');
  // Two productions of the play have this role, each played by a different person
  await expect(results.filter({ hasText: 'Arthur Birling in An Inspector Calls' })).toHaveCount(2);
  const shows = results.filter({ hasText: /Arthur Birling: \w+/ });
  await expect(shows.getByRole('link')).toHaveText(['An Inspector Calls', 'An Inspector Calls']);
});

test('typing loads the search index once and makes no further requests', async ({ page, open }) => {
  await open('/search');
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') requests.push(new URL(request.url()).pathname);
  });
  const field = page.getByRole('searchbox');
  await field.pressSequentially('an');
  await expect(page.getByRole('main').getByRole('status')).toContainText('result');
  await field.pressSequentially('n show, people');
  await expect(page.getByRole('main').getByRole('status')).toContainText('people');
  await page.getByRole('link', { name: /^Show all [\d,]+ people/ }).click();
  await expect(page).toHaveURL(/kind=member/);
  await expect(page.getByRole('main').getByRole('status')).toBeFocused();
  await field.fill('qqqq');
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  expect(requests).toEqual(['/search']);
});

test.describe('the search works without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('without JavaScript, the search is a form whose results open as a page', async ({ page, open }) => {
    await open('/search');
    await page.getByRole('searchbox').fill('blithe');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/\/search\?q=blithe$/);
    await expect(page.getByRole('main').getByRole('listitem').getByRole('link').first()).toHaveText('Blithe Spirit');
  });
});
