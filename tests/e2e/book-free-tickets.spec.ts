import { write } from '#platform/server/database/index.ts';
import { test as base, expect } from '../support/screens/browser.ts';
import { openSite } from '../support/site/journey-site.ts';
import { decodeMail, type MailServer, startMailServer } from '../support/site/mail-server.ts';
import type { RunningSite } from '../support/site/site.ts';
import { createUserWith, findDemoPerformance, signIn, withSiteData } from '../support/society/members.ts';

const test = base.extend<{ mails: MailServer; ours: RunningSite; sendsMail: boolean }>({
  sendsMail: [true, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
  mails: async ({}, use) => {
    const server = await startMailServer();
    await use(server);
    await server.stop();
  },
  ours: async ({ mails, sendsMail }, use) => {
    const site = await openSite('demo', sendsMail ? mails.settings : {});
    await use(site);
    await site.stop();
  },
  baseURL: async ({ ours }, use) => use(ours.url),
});

/**
 * Returns the emails to the buyer. On some days, the demo society also sends its members emails about their
 * subscriptions.
 */
const listMailsToBuyer = (mails: MailServer): string[] =>
  mails.taken.map(decodeMail).filter((mail) => /^To: .*dot@home\.example/im.test(mail));

/** Makes every ticket of a performance free, and returns the performance. */
async function freeNight(site: RunningSite) {
  const night = await findDemoPerformance(site, 0);
  await withSiteData(site, (_, db) =>
    write(db, async (tx) => {
      const free = { pence: 0, needs_paying_ticket: 0 } as const;
      await tx.updateTable('ticket_type').set(free).where('performance_id', '=', night.id).execute();
    }),
  );
  return night;
}

test('a buyer books free tickets and receives them after confirming by the link in the email', async ({
  page,
  open,
  readsWell,
  mails,
  ours,
}) => {
  test.setTimeout(120_000);
  const { id } = await freeNight(ours);
  await test.step('the booking of free tickets waits until the buyer confirms it', async () => {
    await open(`/tickets/${id}`);
    await page.getByRole('button', { name: 'Add one Full price ticket' }).click();
    await page.getByRole('button', { name: 'Add one Full price ticket' }).click();
    await page.getByRole('button', { name: 'Add to basket' }).click();
    await expect(page).toHaveURL(/\/tickets\/basket$/);
    await page.getByLabel('Your name').fill('Dorothy Hollis');
    await page.getByLabel('Email').fill('dot@home.example');
    await page.getByRole('button', { name: 'Book tickets' }).click();
    await expect(page).toHaveURL(/\/tickets\/order\//);
    await expect(page.getByText('They aren’t booked yet.')).toBeVisible();
    await expect(page.getByText('We have sent a link to dot@home.example.')).toBeVisible();
    await readsWell();
  });
  await test.step('the link in the email leads to the button that confirms the booking', async () => {
    await expect.poll(() => listMailsToBuyer(mails).length, { timeout: 30_000 }).toBe(1);
    const [request = ''] = listMailsToBuyer(mails);
    expect(request).toContain('Confirm your tickets for Blithe Spirit');
    const [link = ''] = /\/tickets\/confirm\/[\w/-]+/.exec(request) ?? [];
    await open(link);
    await page.getByRole('button', { name: 'Confirm my tickets' }).click();
    await expect(page).toHaveURL(/\/tickets\/order\//);
    await expect(page.getByText(/^Booked\. See you on/)).toBeVisible();
    await expect(page.getByRole('img', { name: /^Code for this ticket/ })).toHaveCount(2);
    await readsWell();
    await open(link);
    await page.getByRole('link', { name: 'See your tickets' }).click();
    await expect(page.getByText(/^Reference \d+$/)).toBeVisible();
  });
  await test.step('the tickets arrive by email', async () => {
    await expect.poll(() => listMailsToBuyer(mails).length, { timeout: 30_000 }).toBe(2);
    expect(listMailsToBuyer(mails)[1]).toContain('Your tickets for Blithe Spirit');
  });
});

test.describe('free tickets can be booked on a site that cannot send email', () => {
  test.use({ sendsMail: false });

  test('the box office confirms free tickets, and the buyer’s page shows them', async ({
    page,
    context,
    open,
    readsWell,
    mails,
    ours,
  }) => {
    test.setTimeout(120_000);
    const { id, show } = await freeNight(ours);
    const seller = await createUserWith(ours, { firstname: 'Bea', lastname: 'Till' }, { bookings: true });
    await open(`/tickets/${id}`);
    await page.getByRole('button', { name: 'Add one Full price ticket' }).click();
    await page.getByRole('button', { name: 'Add to basket' }).click();
    await page.getByLabel('Your name').fill('Dorothy Hollis');
    await page.getByLabel('Email').fill('dot@home.example');
    await page.getByRole('button', { name: 'Book tickets' }).click();
    await expect(page.getByText('The box office will confirm your tickets.')).toBeVisible();
    await readsWell();
    const own = new URL(page.url()).pathname;

    await signIn(ours, context, seller);
    await open(`/members/bookings?show=${show}`);
    await page.getByRole('link', { name: 'There is one booking of free tickets for you to confirm' }).click();
    const waiting = page.getByRole('region', { name: 'Free tickets to confirm' });
    await expect(waiting).toContainText('Waiting for you');
    await readsWell();
    await waiting.getByRole('button', { name: 'Confirm the tickets of Dorothy Hollis' }).click();
    await expect(page.getByText('Confirmed: the tickets are booked for Dorothy Hollis.')).toBeVisible();
    await expect(waiting).toHaveCount(0);

    await context.clearCookies();
    await open(own);
    await expect(page.getByText(/^Booked\. See you on/)).toBeVisible();
    await expect(page.getByRole('img', { name: /^Code for this ticket/ })).toHaveCount(1);
    expect(mails.taken).toEqual([]);
  });
});
