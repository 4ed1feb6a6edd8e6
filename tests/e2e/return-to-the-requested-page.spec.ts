import { expect, test } from '../support/screens/browser.ts';
import { signInByForm } from '../support/society/members.ts';

test.use({ expectedErrors: [/status of 401/] });

const member = { email: 'member@demo.example', password: 'curtain-up-2026' };

test('a member who follows a link to a list’s second page signs in and arrives there', async ({ page, open }) => {
  await open('/members/shows?page=2');
  await signInByForm(page, member);
  await expect(page.getByRole('heading', { level: 1, name: 'Shows' })).toBeVisible();
  await expect(page).toHaveURL(/\/members\/shows\?page=2$/);
});

test('a member who presses Logout in an expired session, and signs in again, stays signed in', async ({
  page,
  open,
}) => {
  for (const path of ['/members/logout', '/members/%6Cogout', '/members']) {
    await open(path);
    await signInByForm(page, member);
    await expect(page).toHaveURL(/\/members\/dashboard$/);
    await page.reload();
    await expect(page).toHaveURL(/\/members\/dashboard$/);
    await page.context().clearCookies({ name: 'session' });
  }
});
