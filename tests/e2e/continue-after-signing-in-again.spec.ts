import { createArgon2Hashing } from '#features/society/accounts/server/passwords.ts';
import { expect, test } from '../support/screens/browser.ts';
import { expireAuthentication, signIn, signOut, withSiteData } from '../support/society/members.ts';

test.use({ expectedErrors: [/status of 40[013]/] });
test.slow();

const password = 'a lamp in the window';

test('a form is saved after a member who was signed out signs in again on its page', async ({
  page,
  context,
  open,
  site,
  readsWell,
}) => {
  const june = await withSiteData(site, async (a) => {
    const password_hash = await createArgon2Hashing().hash(password);
    return a.user({ firstname: 'June', lastname: 'Marlow', role: 'admin', password_hash });
  });
  await signIn(site, context, june);
  await open('/members/account_settings');
  const contact = page.locator('#contact');
  await contact.getByLabel('Phone number').fill('01632 960777');
  await signOut(site, june);
  await contact.getByRole('button', { name: 'Save phone number' }).click();
  const asks = page.getByRole('dialog', { name: 'Sign in to continue' });
  await readsWell();
  await asks.getByLabel('Email').fill(june.email);
  await asks.getByRole('button', { name: 'Continue' }).click();
  await expect(asks.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Enter your password.');
  await asks.getByLabel('Password', { exact: true }).fill(password);
  await asks.getByRole('button', { name: 'Continue' }).click();
  await expect(contact.getByText('Phone number saved.')).toBeVisible();
  await expect(contact.getByLabel('Phone number')).toHaveValue('01632 960777');

  // Somebody else signs in in another tab, but June's form isn't sent as theirs
  const sam = await withSiteData(site, (a) => a.user({ firstname: 'Sam', lastname: 'Reed' }));
  await contact.getByLabel('Phone number').fill('01632 960778');
  await signIn(site, context, sam);
  await contact.getByRole('button', { name: 'Save phone number' }).click();
  await asks.getByLabel('Email').fill(june.email);
  await asks.getByLabel('Password', { exact: true }).fill(password);
  await asks.getByRole('button', { name: 'Continue' }).click();
  await expect(asks).toHaveCount(0);
  // “Phone number saved.” is already on screen for the previous number, so the test checks the database instead
  const phones = () =>
    withSiteData(site, (_, db) =>
      db.read
        .selectFrom('user')
        .select(['lastname', 'phone_number'])
        .where('id', 'in', [june.id, sam.id])
        .orderBy('lastname')
        .execute(),
    );
  await expect.poll(phones).toEqual([
    { lastname: 'Marlow', phone_number: '01632 960778' },
    { lastname: 'Reed', phone_number: '' },
  ]);
});

test('a role is saved after the admin, who was signed out while confirming the password, signs in again on the page', async ({
  page,
  context,
  open,
  site,
}) => {
  const [june, sam] = await withSiteData(site, async (a) => {
    const password_hash = await createArgon2Hashing().hash(password);
    return [
      await a.user({ firstname: 'June', lastname: 'Marlow', role: 'admin', password_hash }),
      await a.user({ firstname: 'Sam', lastname: 'Reed' }),
    ] as const;
  });
  await signIn(site, context, june);
  await open(`/members/admin/manage_users/${sam.id}`);
  await page.getByLabel('Role', { exact: true }).selectOption('Author');
  await expireAuthentication(site, june);
  await page.getByRole('button', { name: 'Save', exact: false }).first().click();
  const asks = page.getByRole('dialog', { name: 'Confirm your password' });
  await asks.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText('Please confirm your password first')).toBeVisible();
  await expect(page.getByLabel('Role', { exact: true })).toHaveValue('author');
  await page.getByRole('button', { name: 'Save', exact: false }).first().click();
  await asks.getByLabel('Password', { exact: true }).fill(password);
  // In the meantime she is signed out as well
  await signOut(site, june);
  await asks.getByLabel('Password', { exact: true }).press('Enter');
  const asksAll = page.getByRole('dialog', { name: 'Sign in to continue' });
  await asksAll.getByLabel('Email').fill(june.email);
  await asksAll.getByLabel('Password', { exact: true }).fill(password);
  await asksAll.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByText('Permissions for Sam Reed saved.')).toBeVisible();
});
