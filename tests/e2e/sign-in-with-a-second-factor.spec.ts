import type { Locator } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { createArgon2Hashing } from '#features/society/accounts/server/index.ts';
import { narrow } from '../../playwright.config.ts';
import { expect, test } from '../support/screens/browser.ts';
import type { RunningSite } from '../support/site/site.ts';
import { signIn as signInAs, signInByForm, withSiteData } from '../support/society/members.ts';

test.use({ expectedErrors: [/status of 40[01]/] });

const password = 'a lamp in the window';

/** Creates a member with a password for this journey only. Returns their email address. */
const createMember = (site: RunningSite, firstname: string) =>
  withSiteData(site, async (a) => {
    const password_hash = await createArgon2Hashing().hash(password);
    return (await a.user({ firstname, lastname: 'Moss', password_hash })).email;
  });

/** Sets up an authenticator app's codes in this section of a user's settings. */
async function turnOnCodes(section: Locator): Promise<void> {
  const secret = (await section.locator('code').first().textContent())?.replaceAll(' ', '') ?? '';
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  await section.getByLabel('Code', { exact: true }).fill(app.generate());
  await expect(section.getByText('Codes from your app are on.')).toBeVisible();
}

test('a member sets up an app’s codes, and signs in with one, then with a recovery code', async ({
  page,
  open,
  readsWell,
  site,
}) => {
  test.slow();
  const email = await createMember(site, 'Amy');
  const form = page.getByRole('main');
  const signIn = () => signInByForm(page, { email, password });
  await open('/members/account_settings');
  await signIn();
  await expect(page.getByRole('heading', { name: 'Account settings' })).toBeVisible();
  const section = page.locator('#two-factor');
  await expect(section.getByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = (await section.locator('code').first().textContent())?.replaceAll(' ', '') ?? '';
  const app = new TOTP({ secret: Secret.fromBase32(secret) });

  // A complete code is submitted without the button
  await section.getByLabel('Code', { exact: true }).fill('000000');
  const refusal = section.getByRole('alert').filter({ hasText: 'That code isn’t right: enter' });
  await expect(refusal).toBeVisible();
  // The error message has its own space above the next element
  const next = await section.getByText('A passkey is stored').elementHandle();
  const room = await refusal.evaluate(
    (above, below) => (below?.getBoundingClientRect().top ?? 0) - above.getBoundingClientRect().bottom,
    next,
  );
  expect(room).toBeGreaterThanOrEqual(0);
  await section.getByLabel('Code', { exact: true }).fill(app.generate());
  await expect(section.getByRole('heading', { name: /Your recovery codes/ })).toBeFocused();
  // The setup of the codes disappears when the page is refreshed
  await expect(section.getByRole('listitem').locator('code')).toHaveCount(10);
  const codes = await section.getByRole('listitem').locator('code').allTextContents();
  await readsWell();
  // On a phone the confirmation has several lines, and none of them covers the heading below
  const wide = page.viewportSize();
  await page.setViewportSize(narrow);
  const confirmation = section.getByRole('status').filter({ hasText: 'Codes from your app are on.' });
  const covered = await confirmation.evaluate(
    (above, below) => above.getBoundingClientRect().bottom - (below?.getBoundingClientRect().top ?? 0),
    await section.getByRole('heading', { name: /Your recovery codes/ }).elementHandle(),
  );
  expect(covered).toBeLessThanOrEqual(0);
  if (wide) await page.setViewportSize(wide);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    section.getByRole('button', { name: 'Download as text' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('recovery-codes.txt');
  await section.getByRole('button', { name: 'I’ve saved my codes' }).click();
  await expect(section.getByText('Two-factor sign-in is set up')).toBeVisible();
  await expect(section.getByText('You have 10 recovery codes left')).toBeVisible();
  await expect(section.getByText(codes[0] ?? '')).toHaveCount(0);

  await page.context().clearCookies();
  await open('/members/account_settings');
  await signIn();
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expect(form.getByLabel('Code')).toBeFocused();
  await readsWell();
  // Opening another page by its URL doesn't bypass the second step
  await open('/members/account_settings');
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await form.getByLabel('Code').pressSequentially('000 000');
  await expect(form.getByText('That code isn’t right.', { exact: true })).toBeVisible();
  await expect(form.getByLabel('Code')).toBeFocused();
  // The next code is used, because the present one was used a moment ago. The refused code is selected, so that typing
  // replaces it
  await page.keyboard.type(app.generate({ timestamp: Date.now() + 30_000 }));
  await expect(page.getByRole('heading', { name: 'Account settings' })).toBeVisible();

  await page.context().clearCookies();
  await open('/members/account_settings');
  await signIn();
  await form.getByRole('button', { name: 'Use a recovery code' }).click();
  await form.getByLabel('Recovery code').fill((codes[0] ?? '').toLowerCase());
  await form.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(section.getByText('You have 9 recovery codes left')).toBeVisible();

  await section.getByText('Turn off codes').first().click();
  await section.getByRole('button', { name: 'Turn off codes' }).click();
  await expect(section.getByRole('img', { name: /QR code/ })).toBeVisible();
});

test('an admin removes the codes of a lost phone, and the page confirms it', async ({
  page,
  context,
  open,
  readsWell,
  site,
}) => {
  const { lena, admin } = await withSiteData(site, async (a) => ({
    lena: await a.user({ firstname: 'Lena', lastname: 'Moss' }),
    admin: await a.user({ role: 'admin' }),
  }));
  await signInAs(site, context, lena);
  await open('/members/account_settings');
  await turnOnCodes(page.locator('#two-factor'));
  await signInAs(site, context, admin);
  await open(`/members/admin/manage_users/${lena.id}`);
  await expect(page.getByText('Second factor: codes from an app.')).toBeVisible();
  await page.getByLabel('Reason for removing the second factor').fill('Her phone is in the harbour; I rang her.');
  await page.getByRole('button', { name: 'Remove second factor' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'Lena Moss now signs in with the password alone' }),
  ).toBeVisible();
  await expect(page.getByText('They sign in with the password alone: no second factor is set up.')).toBeVisible();
  await readsWell();
});

test('a member who turns codes on and off again sees only the last confirmation', async ({
  page,
  context,
  open,
  site,
}) => {
  await signInAs(site, context, await withSiteData(site, (a) => a.user()));
  await open('/members/account_settings');
  const section = page.locator('#two-factor');
  await turnOnCodes(section);
  await section.getByRole('button', { name: 'I’ve saved my codes' }).click();
  await section.getByText('Turn off codes').first().click();
  await section.getByRole('button', { name: 'Turn off codes' }).click();
  await expect(page.getByText('Codes from your app are off.')).toBeVisible();
  await expect(page.getByText('Codes from your app are on.')).toBeHidden();
});

test('a member adds a passkey, and signs in with the passkey alone', async ({ page, open, site, readsWell }) => {
  test.slow();
  const email = await createMember(site, 'Dee');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  // Browsers store passkeys by host name, so the machine is addressed by its name
  const home = site.url.replace('127.0.0.1', 'localhost');
  const form = page.getByRole('main');
  const section = page.locator('#two-factor');
  await open(`${home}/members/account_settings`);
  await signInByForm(page, { email, password });
  await section.getByText('Add a passkey').click();
  await section.getByLabel('Name', { exact: true }).fill('Dee’s laptop');
  await section.getByRole('button', { name: 'Add passkey' }).click();
  await expect(section.getByRole('heading', { name: /Your recovery codes/ })).toBeVisible();
  await section.getByRole('button', { name: 'I’ve saved my codes' }).click();
  await expect(section.getByText('Dee’s laptop', { exact: true })).toBeVisible();
  await readsWell();

  await page.context().clearCookies();
  await open(`${home}/members/account_settings`);
  await form.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Account settings' })).toBeVisible();
  await expect(section.getByText(/last used/)).toBeVisible();

  await page.context().clearCookies();
  await open(`${home}/members/account_settings`);
  await signInByForm(page, { email, password });
  await form.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Account settings' })).toBeVisible();

  await test.step('an account scheduled for erasure can be opened with its passkey', async () => {
    const data = page.locator('#my-data');
    await data.getByText('Erase my account').first().click();
    await data.getByLabel('How your credits name you').selectOption('As printed');
    await data.getByLabel('I want my account and my data erased').check();
    await data.getByRole('button', { name: 'Erase my account' }).click();
    await expect(form.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    await form.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('heading', { name: 'Account settings' })).toBeVisible();
    await expect(page.locator('#noted')).toContainText('You cancelled the erasure of your account');
  });

  await section.getByText('Remove Dee’s laptop').click();
  await section.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(section.getByText('Dee’s laptop', { exact: true })).toHaveCount(0);
});
