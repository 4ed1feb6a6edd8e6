import { readFile } from 'node:fs/promises';
import { createArgon2Hashing } from '#features/society/accounts/server/index.ts';
import { expect, test } from '../support/screens/browser.ts';
import { expireAuthentication, signIn, signInByForm, withSiteData } from '../support/society/members.ts';

test.use({ expectedErrors: [/status of 40[013]/] });

test('a member downloads their data, requests erasure, and cancels it by signing in again', async ({
  page,
  context,
  open,
  readsWell,
  site,
}) => {
  test.slow();
  const password = 'a lamp in the window';
  const ruth = await withSiteData(site, async (a) =>
    a.user({ firstname: 'Ruth', lastname: 'Calloway', password_hash: await createArgon2Hashing().hash(password) }),
  );
  await signIn(site, context, ruth);
  await open('/members/account_settings');
  const section = page.locator('#my-data');

  const jump = page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'My data' });
  await jump.click();
  await expect(jump).toHaveAttribute('aria-current', 'location');
  await expect(jump).toBeInViewport();
  // The links stay in view, but must not cover the beginning of the section
  const [links, heading] = await Promise.all([jump.boundingBox(), section.getByRole('heading').first().boundingBox()]);
  expect(heading?.y).toBeGreaterThan((links?.y ?? 0) + (links?.height ?? 0));
  expect(heading?.y).toBeLessThan(400);

  const asks = page.getByRole('dialog', { name: 'Confirm your password' });
  await expireAuthentication(site, ruth);
  await section.getByRole('link', { name: 'Download my data' }).click();
  await expect(asks.getByLabel('Password', { exact: true })).toBeFocused();
  await readsWell();
  await asks.getByLabel('Password', { exact: true }).fill(password);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    asks.getByRole('button', { name: 'Continue' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('my-data.json');
  const data = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(data.account).toMatchObject({ email: ruth.email, firstname: 'Ruth' });
  // The download doesn't leave the page
  await expect(page.getByRole('heading', { name: 'Account settings' })).toBeVisible();

  await section.getByText('Erase my account').first().click();
  await readsWell();
  const erase = section.getByRole('button', { name: 'Erase my account' });
  await section.getByLabel('How your credits name you').selectOption('By your initials');
  await section.getByLabel('I want my account and my data erased').check();
  await expireAuthentication(site, ruth);
  await erase.click();
  await asks.getByLabel('Password', { exact: true }).fill('not this one');
  await asks.getByRole('button', { name: 'Continue' }).click();
  await expect(asks.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('That isn’t your password.');
  await readsWell();
  await expect(section.getByLabel('How your credits name you')).toHaveValue('initials');
  await asks.getByLabel('Password', { exact: true }).fill(password);
  await asks.getByRole('button', { name: 'Continue' }).click();
  // The notice gives the date of the erasure, so it doesn't disappear by itself
  const notice = page.locator('[data-stays]').filter({ hasText: 'Your account has been disabled' });
  await expect(notice).toBeVisible();
  await expect(notice).toHaveCSS('animation-name', 'none');
  const form = page.getByRole('main');
  await expect(form.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();

  await signInByForm(page, { email: ruth.email, password });
  await expect(page.getByRole('heading', { name: 'Account settings' })).toBeVisible();
  await expect(page.locator('#noted')).toContainText('You cancelled the erasure of your account');
});
