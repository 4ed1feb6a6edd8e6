import type { Page } from '@playwright/test';
import { expect, test } from '../support/screens/browser.ts';

test.use({ expectedErrors: [/status of 401/] });

async function logIn(page: Page) {
  const form = page.getByRole('main');
  await form.getByRole('textbox', { name: 'Email' }).fill('member@demo.example');
  await form.getByRole('textbox', { name: 'Password', exact: true }).fill('curtain-up-2026');
  await form.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a member who follows a link to a list’s second page signs in and arrives there', async ({ page, open }) => {
  await open('/members/shows?page=2');
  await logIn(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Shows' })).toBeVisible();
  await expect(page).toHaveURL(/\/members\/shows\?page=2$/);
});

test('a member who presses Logout in an expired session, and signs in again, stays signed in', async ({
  page,
  open,
}) => {
  for (const path of ['/members/logout', '/members/%6Cogout', '/members']) {
    await open(path);
    await logIn(page);
    await expect(page).toHaveURL(/\/members\/dashboard$/);
    await page.reload();
    await expect(page).toHaveURL(/\/members\/dashboard$/);
    await page.context().clearCookies({ name: 'session' });
  }
});
