import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../support/screens/browser.ts';
import type { RunningSite } from '../support/site/site.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

/** Signs in as the demo society's user with this email address. */
async function signInAs(site: RunningSite, context: BrowserContext, email: string): Promise<void> {
  const user = await withSiteData(site, (_, db) =>
    db.read.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow(),
  );
  await signIn(site, context, user);
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const menuOf = (page: Page) => page.locator('summary', { hasText: 'members’ menu' });
const places = (page: Page) => page.getByRole('navigation', { name: 'Members', exact: true });

/** Goes to a place in the members' navigation, which is opened first if it is folded. */
async function goTo(page: Page, name: string): Promise<void> {
  if (await menuOf(page).isVisible()) await menuOf(page).click();
  await places(page).getByRole('link', { name, exact: true }).click();
}

test('a member goes from the dashboard to a call sheet and its document', async ({ page, context, open, site }) => {
  await signInAs(site, context, 'member@demo.example');
  await open('/members/dashboard');
  await expect(heading(page)).toHaveText(/^Good (morning|afternoon|evening), /);
  await expect(page.getByRole('heading', { name: 'My shows' })).toBeVisible();

  // Other journeys' notices may have moved this one further down
  await page.getByText(/older notices?$/).click();
  await page.getByRole('link', { name: /Blithe Spirit: the rehearsal schedule/ }).click();
  await expect(heading(page)).toHaveText('Blithe Spirit: the rehearsal schedule');
  await expect(page).toHaveTitle(/^Blithe Spirit: the rehearsal schedule · /);
  await expect(heading(page)).toBeFocused();
  await expect(page).toHaveURL(/\/members\/post\/[\w-]{16}$/);
  await page.getByRole('link', { name: 'Rehearsal schedule.pdf' }).click();
  await expect(heading(page)).toHaveText('Rehearsal schedule');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download File' }).click();
  expect((await download).suggestedFilename()).toBe('Rehearsal schedule.pdf');
  await page.goBack();
  await expect(heading(page)).toHaveText('Blithe Spirit: the rehearsal schedule');
});

// The test runs on a phone too, where the members' navigation folds into a menu
test('a member goes from a call sheet to its show and to the shared documents @phone', async ({
  page,
  context,
  open,
  site,
}) => {
  await signInAs(site, context, 'member@demo.example');
  await open('/members/dashboard');
  // Other journeys' notices may have moved this one further down
  await page.getByText(/older notices?$/).click();
  await page.getByRole('link', { name: /Blithe Spirit: the rehearsal schedule/ }).click();
  await page.getByRole('link', { name: 'Back to Blithe Spirit' }).click();
  await expect(page).toHaveURL(/\/members\/show\/[\w-]{16}$/);
  await expect(page.getByRole('link', { name: /Act two, corrected pages\.pdf/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Manage Show' })).toBeHidden();
  await expect(page.getByText('Come and paint a drawing room')).toBeHidden();
  await goTo(page, 'Member Docs');
  await expect(heading(page)).toHaveText('Member Docs');
  await page.locator('main').getByRole('link', { name: 'What we all agree to.pdf' }).click();
  await expect(heading(page)).toHaveText('What we all agree to');
});

test('a member sees the directors of a show in the list of shows', async ({ page, context, open, site }) => {
  await signInAs(site, context, 'member@demo.example');
  await open('/members/dashboard');
  await goTo(page, 'Shows');
  await expect(heading(page)).toHaveText('Shows');
  await expect(page.getByText('Deborah Sharpe, Nasreen Malik').first()).toBeVisible();
});

test('an admin reaches Admin Tools and Manage Bookings by the members’ navigation', async ({
  page,
  context,
  open,
  site,
}) => {
  await signInAs(site, context, 'admin@demo.example');
  await open('/members/dashboard');
  await goTo(page, 'Admin Tools');
  await expect(heading(page)).toHaveText('Admin Tools');
  await goTo(page, 'Manage Bookings');
  await expect(heading(page)).toHaveText('Manage Bookings');
});

// A wide screen has no menu to open
test.describe('the members’ menu opens on a narrow screen @phone-only', () => {
  test('the members’ menu works by keyboard, closes on Escape, and is accessible when open', async ({
    page,
    context,
    open,
    readsWell,
    site,
  }) => {
    await signInAs(site, context, 'admin@demo.example');
    await open('/members/admin');
    await menuOf(page).focus();
    await page.keyboard.press('Enter');
    await expect(places(page).getByRole('link', { name: 'Manage Users' })).toBeVisible();
    await readsWell();
    await page.keyboard.press('Escape');
    await expect(places(page)).toBeHidden();
    await expect(menuOf(page)).toBeFocused();
  });
});

test.describe('members’ pages are shown only to those who may see them', () => {
  test.use({ expectedErrors: [/401|403|404/] });

  test('a member who opens an admin’s page is refused, and still has the members’ navigation', async ({
    page,
    context,
    open,
    site,
  }) => {
    await signInAs(site, context, 'member@demo.example');
    await open('/members/admin/manage_users');
    await expect(page.getByText('Error 403 Forbidden')).toBeVisible();
    if (await menuOf(page).isVisible()) await menuOf(page).click();
    await expect(places(page).getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await expect(places(page).getByRole('link', { name: 'Admin Tools' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.locator('main').getByRole('link', { name: 'Go to the dashboard' }).click();
    await expect(heading(page)).toHaveText(/^Good /);
  });

  test('Back shows no members’ page after signing out on a shared computer', async ({ page, context, open, site }) => {
    await signInAs(site, context, 'member@demo.example');
    await open('/members/dashboard');
    // Other journeys' notices may have moved this one further down
    await page.getByText(/older notices?$/).click();
    await page.getByRole('link', { name: /Blithe Spirit: the rehearsal schedule/ }).click();
    await expect(page.getByText('Bring shoes with the right heel')).toBeVisible();
    await goTo(page, 'Logout');
    await expect(page).toHaveURL(/\/members$/);
    await expect(places(page)).toHaveCount(0);
    for (const _ of [1, 2]) {
      await page.goBack();
      await expect(page.getByText('Bring shoes with the right heel')).toHaveCount(0);
      await expect(page.getByLabel('Password').first()).toBeVisible();
      await expect(page.getByText('Bring shoes with the right heel')).toHaveCount(0);
      await expect(page.getByRole('heading', { name: 'Recent' })).toHaveCount(0);
      await expect(places(page)).toHaveCount(0);
    }
    await page.reload();
    await expect(page.getByLabel('Password').first()).toBeVisible();
  });

  test('once a member has signed out, their other tab asks for a sign-in at the next click', async ({
    page,
    context,
    open,
    site,
  }) => {
    await signInAs(site, context, 'member@demo.example');
    await open('/members/dashboard');
    const other = await context.newPage();
    await other.goto('/members/dashboard');
    await goTo(other, 'Logout');
    await expect(other).toHaveURL(/\/members$/);
    await goTo(page, 'Member Docs');
    await expect(page.getByLabel('Password').first()).toBeVisible();
    await expect(places(page)).toHaveCount(0);
  });

  test('a link from another site to the sign-out page doesn’t sign anyone out', async ({
    page,
    context,
    open,
    readsWell,
    site,
  }) => {
    await signInAs(site, context, 'member@demo.example');
    // This is a page of another site, with a link to the URL that signs out
    const elsewhere = 'http://elsewhere.test/';
    await context.route(elsewhere, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<a href="${site.url}/members/logout">Prize</a>` }),
    );
    await page.goto(elsewhere);
    await page.getByRole('link', { name: 'Prize' }).click();
    await expect(heading(page)).toHaveText('Sign out');
    await readsWell();
    await open('/members/dashboard');
    await expect(heading(page)).toHaveText(/^Good /);
    await page.goto(elsewhere);
    await page.getByRole('link', { name: 'Prize' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByLabel('Password').first()).toBeVisible();
  });
});
