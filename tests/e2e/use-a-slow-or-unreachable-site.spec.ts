import type { Page, Request } from '@playwright/test';
import { disconnect, expect, reconnect, test } from '../support/screens/browser.ts';
import { findDemoPerformance } from '../support/society/members.ts';

const isPageData = (url: URL) => url.searchParams.has('react');
const footer = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true });

test('a slow page is announced as loading, and then appears', async ({ page, open }) => {
  await open('/');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(isPageData, async (route) => {
    await held;
    await route.continue();
  });
  await footer(page, 'Past shows').click();
  await expect(page.getByRole('status').getByText('Loading…')).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Past shows');
  await expect(page.getByText('Loading…')).toBeHidden();
});

test('responses that arrive out of order never replace the page that was requested last', async ({ page, open }) => {
  await open('/past-shows');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(
    isPageData,
    async (route) => {
      await held;
      await route.continue().catch(() => {}); // The page may have cancelled the request by now
    },
    { times: 1 },
  );
  const isShow = (request: Request) => isPageData(new URL(request.url())) && !request.url().includes('/blog');
  const late = Promise.race([
    page.waitForEvent('requestfinished', isShow),
    page.waitForEvent('requestfailed', isShow), // If the page has cancelled the request
  ]);
  await page.getByRole('link', { name: 'Nell Gwynn' }).first().click();
  await footer(page, 'Blog').click();
  await expect(page).toHaveTitle(/^Blog/);
  release();
  await late;
  await expect(page).toHaveTitle(/^Blog/);
  await expect(page).toHaveURL(/\/blog$/);
});

test('a second press while the next page is loading doesn’t send the form again', async ({ page, open, site }) => {
  await open(`/tickets/${(await findDemoPerformance(site, 0)).id}`);
  await page.getByRole('button', { name: 'Add one Full price ticket' }).click();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(isPageData, async (route) => {
    await held;
    await route.continue();
  });
  let holds = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') holds += 1;
  });
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  const button = page.locator('main form button[type=submit]');
  await button.click();
  await (await answered).finished();
  await expect(page.getByRole('status').getByText('Loading…')).toBeVisible();
  await button.click({ force: true });
  release();
  await expect(page).toHaveURL(/\/tickets\/basket$/);
  await expect(page.getByText('1 Full price')).toBeVisible();
  expect(holds).toBe(1);
});

test.describe('navigating without a connection keeps the current page', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });

  test('the current page stays without a connection, and trying again loads the next page', async ({
    page,
    open,
    readsWell,
  }) => {
    await open('/');
    await disconnect(page);
    await footer(page, 'Past shows').click();
    await expect(page.getByRole('alert').getByText('Check your connection and try again.')).toBeVisible();
    await readsWell();
    await reconnect(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Past shows');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
  });

  test('typed input stays without a connection, and leaving the page asks first once reconnected', async ({
    page,
    open,
  }) => {
    await open('/about-us');
    const name = page.getByLabel('Your name');
    await disconnect(page);
    const unfetched = page.waitForEvent('requestfailed');
    await name.fill('Ruth Calloway');
    await unfetched;
    await expect(name).toHaveValue('Ruth Calloway');
    await reconnect(page);
    await name.press('End');
    await page.getByLabel('Email or phone number').fill('ruth@example.org');
    await footer(page, 'Blog').click();
    const question = page.getByRole('dialog', { name: /^Leave without saving / });
    // The dialog's button is in view, which shows that the dialog's style sheet has been applied
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeInViewport();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(name).toHaveValue('Ruth Calloway');
  });

  test('a filter that can’t be loaded shows an error, and can be opened later', async ({ page, open }) => {
    await open('/past-shows');
    await page.getByText('Filters', { exact: true }).click();
    const genre = page.getByRole('button', { name: /^Genre/ });
    await disconnect(page);
    await genre.click();
    await expect(page.getByRole('alert').getByText('This couldn’t be loaded.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Past shows');
    await reconnect(page);
    await genre.click();
    await expect(page.getByRole('combobox', { name: /^Genre/ })).toBeFocused();
  });
});

test.describe('a page for which the server fails can be loaded again', () => {
  test.use({ expectedErrors: [/503/] });

  test('a failed page shows an error, and can be tried again', async ({ page, open }) => {
    await open('/');
    await page.route(isPageData, (route) => route.fulfill({ status: 503, body: 'busy' }));
    await footer(page, 'Past shows').click();
    await expect(page.getByRole('alert').getByText('The site can’t answer right now.')).toBeVisible();
    await page.unroute(isPageData);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Past shows');
  });
});
