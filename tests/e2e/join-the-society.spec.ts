import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { expect, test } from '../support/screens/browser.ts';
import type { RunningSite } from '../support/site/site.ts';
import { signIn, signInByForm, withSiteData } from '../support/society/members.ts';

// A refused form, and a members' page before signing in, respond with an error status
test.use({ expectedErrors: [/status of 40[0139]/] });
test.slow();

/** Waits until an email to an address has a link of this kind, and returns the path of the newest such link. */
async function linkFor(site: RunningSite, email: string, kind: 'confirm' | 'invitation' | 'reset'): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const folder = join(site.dataDir, 'mail');
    const files = readdirSync(folder).filter((name) => name.endsWith('.eml'));
    const mails = await Promise.all(files.toSorted().map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
    const links = mails
      .filter(({ to }) => to?.some(({ address }) => address === email))
      .map(({ text = '' }) => new RegExp(`/members/${kind}/[\\w-]+`).exec(text)?.[0]);
    link = links.findLast(Boolean);
    expect(link).toBeDefined();
  }).toPass();
  return link ?? '';
}
const subjectsTo = (site: RunningSite, email: string) =>
  withSiteData(site, async (_, db) => {
    const mails = await db.read
      .selectFrom('mail')
      .select('subject')
      .where('to', '=', email)
      .orderBy('created_at')
      .execute();
    return mails.map(({ subject }) => subject);
  });

async function register(page: Page, typed: { firstname: string; email: string; password: string; again?: string }) {
  const form = page.getByRole('tabpanel', { name: 'Register' });
  await form.getByLabel('First name').fill(typed.firstname);
  await form.getByLabel('Last name').fill('Farrow');
  await form.getByLabel('Email').fill(typed.email);
  await form.getByLabel('Password', { exact: true }).fill(typed.password);
  await form.getByLabel('Confirm password', { exact: true }).fill(typed.again ?? typed.password);
  await form.getByRole('button', { name: 'Create my account' }).click();
  return form;
}

test('an applicant registers, confirms the address, is approved by an admin, and signs in', async ({
  page,
  browser,
  open,
  readsWell,
  site,
}, { project }) => {
  const email = `nell.${project.name}@example.org`;
  const password = 'seven lanterns by the weir';
  await open('/members');
  await page.getByRole('tab', { name: 'Register' }).click();
  await readsWell();

  const form = await register(page, { firstname: 'Nell', email, password: 'password1', again: 'password1' });
  await expect(form.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /one of the first passwords anyone would try/,
  );
  await expect(form.getByLabel('First name')).toHaveValue('Nell');
  await register(page, { firstname: 'Nell', email, password, again: 'seven lanterns by the wier' });
  await expect(form.getByLabel('Confirm password', { exact: true })).toHaveAccessibleDescription(
    /The passwords don’t match/,
  );
  await register(page, { firstname: 'Nell', email, password });
  await expect(form.getByText('so your address can’t be confirmed')).toBeVisible();
  const confirm = await linkFor(site, email, 'confirm');

  await test.step('no account is created before the address is confirmed', async () => {
    await open('/members');
    await signInByForm(page, { email, password });
    await expect(page.getByText('That email address and password don’t match.')).toBeVisible();
  });

  await open(confirm);
  await expect(page.getByText(email)).toBeVisible();
  await readsWell();
  const main = page.getByRole('main');
  await main.getByRole('textbox', { name: 'Password' }).fill('not the one she chose');
  await main.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(main.getByRole('textbox', { name: 'Password' })).toHaveAccessibleDescription(/when you registered/);
  await main.getByRole('textbox', { name: 'Password' }).fill(password);
  await main.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(page.getByRole('heading', { name: 'Address confirmed' })).toBeVisible();
  await open(confirm);
  await expect(page.getByText('This link has been used')).toBeVisible();

  await test.step('a confirmed applicant is told that an admin’s approval is needed', async () => {
    await open('/members');
    await signInByForm(page, { email, password });
    await expect(page.getByText('your account still needs our approval')).toBeVisible();
  });

  await test.step('an admin approves the applicant, who is welcomed by email', async () => {
    const admin = await withSiteData(site, (a) => a.user({ firstname: 'Dee', role: 'admin' }));
    const office = await browser.newContext({ baseURL: site.url });
    await signIn(site, office, admin);
    const id = await withSiteData(site, async (_, db) => {
      const user = await db.read.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow();
      return user.id;
    });
    const answer = await office.request.post(`/members/api/admin/registrations/${id}/approve`);
    expect(await answer.json()).toMatchObject({ code: 200 });
    await office.close();
    expect(await subjectsTo(site, email)).toEqual([
      expect.stringContaining('Confirm your email address'),
      expect.stringContaining('Welcome to'),
    ]);
  });

  await open('/members/shows');
  await signInByForm(page, { email, password });
  await expect(page).toHaveURL(/\/members\/shows$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Shows' })).toBeVisible();
});

test('registering an address that already has an account sends an email there, and reveals nothing on screen', async ({
  page,
  open,
  site,
}) => {
  const { email } = await withSiteData(site, (a) => a.user({ firstname: 'Iris' }));
  await open('/members');
  await page.getByRole('tab', { name: 'Register' }).click();
  const form = await register(page, { firstname: 'Iris', email, password: 'seven lanterns by the weir' });
  await expect(form.getByText('so your address can’t be confirmed')).toBeVisible();
  expect(await subjectsTo(site, email)).toEqual([expect.stringContaining('You already have an account')]);
});

test('a member resets a forgotten password by a link that works once and expires', async ({
  page,
  open,
  readsWell,
  site,
}) => {
  const { email, id } = await withSiteData(site, (a) => a.user({ firstname: 'Hal' }));
  const ask = async () => {
    await open('/members');
    await page.getByRole('link', { name: 'Set a new one' }).click();
    await expect(page.getByRole('heading', { name: 'Forgotten your password?' })).toBeVisible();
    await page.getByRole('main').getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Request a link' }).click();
    await expect(page.getByText('This site can’t send email yet')).toBeVisible();
  };
  const fresh = 'a boat under the bridge';
  const set = async (password: string) => {
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Confirm new password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Set password' }).click();
  };

  await ask();
  const link = await linkFor(site, email, 'reset');
  await test.step('an incomplete link leads to the form for a new one', async () => {
    await open(link.slice(0, -4));
    await expect(page.getByText('We don’t recognise this link')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Request a new link' })).toHaveAttribute('href', '/members/forgotten');
  });
  const age = (expires_at: string) =>
    withSiteData(site, (_, db) =>
      db.write((tx) => tx.updateTable('single_use_link').set({ expires_at }).where('user_id', '=', id).execute()),
    );
  await test.step('a link that expires while it is open is refused, and nothing changes', async () => {
    await open(link);
    await age('2026-01-01T00:00:00.000Z');
    await set(fresh);
    await expect(page.getByText('This link has been used or has expired.')).toBeVisible();
    await open(link);
    await expect(page.getByText('This link has expired')).toBeVisible();
    await age('2126-01-01T00:00:00.000Z');
  });
  await open(link);
  await readsWell();
  await set('short');
  await expect(page.getByLabel('New password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await set(fresh);
  await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible();
  await open(link);
  await expect(page.getByText('This link has been used')).toBeVisible();

  await open('/members/account_settings');
  await signInByForm(page, { email, password: fresh });
  await expect(page.getByRole('heading', { name: 'Account settings' })).toBeVisible();
});

test('somebody who opens an invitation on another member’s device signs out, and accepts it', async ({
  page,
  context,
  browser,
  open,
  readsWell,
  site,
}) => {
  const email = 'ivy@example.org';
  const [admin, member] = await withSiteData(
    site,
    async (a) => [await a.user({ role: 'admin' }), await a.user({ firstname: 'Tom', lastname: 'Reed' })] as const,
  );
  const office = await browser.newContext({ baseURL: site.url });
  await signIn(site, office, admin);
  const invited = { firstname: 'Ivy', lastname: 'Farrow', email };
  expect((await office.request.post('/members/api/admin/invite', { data: invited })).status()).toBe(200);
  await office.close();

  await signIn(site, context, member);
  await open(await linkFor(site, email, 'invitation'));
  await expect(page.getByText('You’re signed in as Tom Reed. This invitation is for Ivy Farrow.')).toBeVisible();
  await readsWell();
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Sign out' }).click();
  await expect(main.getByLabel('First name')).toHaveValue('Ivy');
  await main.getByLabel('Password', { exact: true }).fill('seven lanterns by the weir');
  await main.getByLabel('Confirm password', { exact: true }).fill('seven lanterns by the weir');
  await main.getByRole('button', { name: 'Create my account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ivy' })).toBeVisible();
});

test('the emailed link for a new password works without JavaScript', async ({ browser, site }) => {
  const { email } = await withSiteData(site, (a) => a.user({ email: 'quiet@members.example' }));
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: site.url });
  await page.goto('/members/forgotten');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('main').getByRole('button').first().click();
  await page.goto(await linkFor(site, email, 'reset'));
  const password = 'a lantern beside the hall';
  for (const field of await page.getByRole('main').locator('input[type=password]').all()) await field.fill(password);
  await page
    .getByRole('main')
    .getByRole('button', { name: /password/i })
    .last()
    .click();
  await expect(page).toHaveURL('/members/password-set');
  await page.close();
});
