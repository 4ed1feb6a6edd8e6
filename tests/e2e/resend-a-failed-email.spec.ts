import { test as base, expect } from '../support/screens/browser.ts';
import { openSite } from '../support/site/journey-site.ts';
import { startMailServer } from '../support/site/mail-server.ts';
import type { RunningSite } from '../support/site/site.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

/** A society's own mail server on loopback. It accepts an address once that address is in `known`. */
interface MailServerState {
  known: Set<string>;
  /** The accepted messages, as received. */
  taken: string[];
}

const test = base.extend<{ post: MailServerState; ours: RunningSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
  post: async ({}, use) => {
    await use({ known: new Set(), taken: [] });
  },
  ours: async ({ post }, use) => {
    const server = await startMailServer((address) => post.known.has(address));
    post.taken = server.taken;
    const site = await openSite('demo', server.settings);
    await use(site);
    await site.stop();
    await server.stop();
  },
  baseURL: async ({ ours }, use) => use(ours.url),
});

test('an admin finds a refused email, retries it once the mailbox exists, and sends it again', async ({
  page,
  context,
  open,
  post,
  ours,
}) => {
  test.setTimeout(120_000);
  const admin = await withSiteData(ours, async (a) => {
    await a.settings({ siteName: 'Lanternside Players', contactEmail: 'box@players.example' });
    return a.user({ role: 'admin' });
  });
  await open('/contact');
  await page.getByLabel('Your name').fill('Wendy Marsh');
  await page.getByLabel('Email or phone number').fill('wendy@visitors.example');
  await page.getByLabel('What is it about?').selectOption('Tickets');
  await page.getByLabel('Message').fill('Is there a matinee?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Your message has been sent successfully!').first()).toBeVisible();

  await signIn(ours, context, admin);
  await expect(async () => {
    await open('/members/admin/mails');
    await page.getByRole('link', { name: 'Tickets: a message from Wendy Marsh' }).click();
    await expect(page.getByText('The mail server refused the address or the email.')).toBeVisible({ timeout: 2000 });
  }).toPass();

  // From now on, the recipient's mailbox exists
  post.known.add('box@players.example');
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect.poll(() => post.taken.length, { timeout: 30_000 }).toBe(1);
  expect(post.taken[0]).toContain('Is there a matinee?');
  const again = page.getByRole('button', { name: 'Send again' });
  await expect(async () => {
    await page.reload();
    await expect(again).toBeVisible({ timeout: 2000 });
  }).toPass();

  // The secretary has deleted her copy
  await again.click();
  await expect(page.getByRole('dialog')).toContainText('the recipient may get it twice');
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('The email is being sent again.')).toBeVisible();
  await expect.poll(() => post.taken.length, { timeout: 30_000 }).toBe(2);
});
