import type { Page } from '@playwright/test';
import { disconnect, expect, test } from '../support/screens/browser.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

// For a while there is no network. Later one request is lost, and one performance no longer exists
test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 404/] });
test.slow();

/** The key in local storage that, while it is set, prevents this phone from sending its notes. */
const preventsSendingKey = 'sends no notes';

/** Reads the notes stored on this phone, by key. */
const storedNotes = (page: Page) =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('door notes'))));

/** Returns what this phone stores in local storage, session storage and caches, except the site's assets. */
const storedTexts = (page: Page) =>
  page.evaluate(async () => {
    const texts = [...Object.entries(localStorage), ...Object.entries(sessionStorage)].flat();
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const stored = await cache.match(request);
        if (!request.url.includes('/assets/')) texts.push(request.url, (await stored?.text()) ?? '');
      }
    }
    return texts.join('\n');
  });

// Phone only, because stewards at the door have nothing but a phone
test('a steward records a payment and a walk-up offline, and the box office confirms them later', {
  tag: '@phone-only',
}, async ({ page, context, browser, open, readsWell, site }) => {
  const { steward, manager, show, performance } = await withSiteData(site, async (a) => {
    const dora = await a.user({ firstname: 'Dora', lastname: 'Lamplight' });
    await a.allow(dora, { door: true });
    const tess = await a.user({ firstname: 'Tess', lastname: 'Ledger' });
    await a.allow(tess, { bookings: true });
    // The performance is in an hour, because check-ins more than six hours before a performance are only practice
    const starts_at = new Date(Date.now() + 3_600_000).toISOString();
    const date = starts_at.slice(0, 10);
    const made = await a.show({ title: 'The Dumb Waiter', first_date: date, date });
    const night = await a.performance({ show_id: made, starts_at });
    return { steward: dora, manager: tess, show: made, performance: night };
  });
  const entries = () =>
    withSiteData(site, (_, db) =>
      db.read
        .selectFrom('entry')
        .select(['kind', 'amount', 'source'])
        .where('show_id', '=', show)
        .orderBy('at')
        .execute(),
    );
  const doorPath = `/members/bookings/door/${performance}`;

  await test.step('Tess reserves two tickets for Ophelia Brackenridge, to be paid at the door', async () => {
    await signIn(site, context, manager);
    await open(doorPath);
    await page.getByRole('button', { name: 'Sell tickets' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Adult/).fill('2');
    await dialog.getByLabel('Name', { exact: true }).fill('Ophelia Brackenridge');
    await dialog.getByLabel('How it’s paid').selectOption('reserved');
    await dialog.getByRole('button', { name: 'Sell tickets' }).click();
    await expect(dialog.getByText('for Ophelia Brackenridge')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  // A page that is loaded or left without a network may still reach the site for a moment, and a request that a service
  // worker sees can't be intercepted. The page itself is therefore prevented from sending notes
  await page.addInitScript((key) => {
    const send = window.fetch;
    window.fetch = (input, init) =>
      localStorage.getItem(key) && `${input}`.endsWith('/notes')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : send(input, init);
  }, preventsSendingKey);
  await test.step('Dora opens the door list on her phone', async () => {
    await signIn(site, context, steward);
    await open('/members/door');
    await page.getByRole('link', { name: /^Open the door.*The Dumb Waiter/ }).click();
    await expect(page.getByText('Brackenridge, Ophelia', { exact: true })).toBeVisible();
    const isCached = () =>
      page.evaluate(
        async () => (await navigator.serviceWorker.getRegistration())?.active && caches.match(location.href),
      );
    await expect.poll(isCached).toBeTruthy();
  });

  const party = page.getByRole('listitem').filter({ hasText: '0 of 2 in' });
  const isSending = (url: URL) => url.pathname.endsWith('/notes');
  await test.step('without a network Dora takes £24.00 in cash, and two people walk up', async () => {
    await page.evaluate((key) => localStorage.setItem(key, 'yes'), preventsSendingKey);
    await disconnect(page);
    await page.getByLabel('Ticket code').fill('100000-AAAA-AAAA-AAAA');
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(page.getByText('Working offline')).toBeVisible();
    await party.getByRole('button', { name: /^Paid in cash/ }).click();
    await expect(party.getByText('Noted: paid in cash')).toBeVisible();
    await page.getByRole('button', { name: 'Sell tickets' }).click();
    await page
      .getByRole('dialog')
      .getByLabel(/^Adult/)
      .fill('2');
    await page.getByRole('button', { name: 'Write it down' }).click();
    await expect(page.getByText('2 notes wait on this phone.')).toBeVisible();
    await expect(page.getByText('nothing waiting')).toHaveCount(0);
    await expect(page.getByText('In the house: 2, including 2 without a ticket yet.')).toBeVisible();
    await readsWell();
  });

  await test.step('the payment notes survive a reload, and the phone stores no names', async () => {
    await page.reload();
    await expect(page.getByText('2 notes wait on this phone.')).toBeVisible();
    await expect(party.getByText('Noted: paid in cash')).toBeVisible();
    await expect(page.getByText('In the house: 2, including 2 without a ticket yet.')).toBeVisible();
    expect(Object.keys(await storedNotes(page))).toHaveLength(2);
    const texts = await storedTexts(page);
    expect(texts).toContain(performance);
    expect(texts).not.toMatch(/Ophelia|Brackenridge/);
    expect(await entries()).toEqual([]);
  });

  const written = await storedNotes(page);
  await test.step('at home Dora opens Door: the unsent notes are listed and stay on the phone', async () => {
    await page.goto('about:blank');
    await context.setOffline(false);
    await open('/members/door');
    await expect(page.getByText('2 notes about money on this phone')).toBeVisible();
    await expect(page.getByText('Payment of a booking: £24.00 in cash')).toBeVisible();
    await expect(page.getByText('Walk-up, 2 people: £24.00 in cash')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send now' })).toBeEnabled();
    await expect(page.getByRole('link', { name: /^Look at/ })).toHaveCount(0);
    await readsWell();
    expect(await storedNotes(page)).toEqual(written);
    expect((await storedTexts(page)).match(/Ophelia|Brackenridge/)).toBeNull();
  });

  await test.step('once the notes are sent, the phone deletes them, and nothing is in the accounts yet', async () => {
    await page.evaluate((key) => localStorage.removeItem(key), preventsSendingKey);
    await page.getByRole('button', { name: 'Send now' }).click();
    await expect(page.getByText('about money on this phone')).toBeHidden();
    await expect(page.getByRole('link', { name: /^Look at 2 notes/ })).toBeVisible();
    expect(await storedNotes(page)).toEqual({});
    expect(await entries()).toEqual([]);
    await readsWell();
  });

  /**
   * Opens Door on Dora's other phone, which has copies of the notes. That phone sends and deletes them. Returns the
   * texts of the links to notes that still need confirming, without the performances.
   */
  const sendFromOtherPhone = async () => {
    const other = await browser.newContext({ baseURL: site.url });
    await signIn(site, other, steward);
    await other.addInitScript((copies) => {
      if (sessionStorage.getItem('copied')) return;
      sessionStorage.setItem('copied', '1');
      for (const [key, note] of Object.entries(copies)) localStorage.setItem(key, note);
    }, written);
    const theirs = await other.newPage();
    const sent = theirs.waitForResponse((response) => isSending(new URL(response.url())));
    await theirs.goto('/members/door');
    expect((await sent).status()).toBe(200);
    await expect.poll(() => storedNotes(theirs)).toEqual({});
    await theirs.reload();
    const open = await theirs.getByRole('link', { name: /^Look at/ }).allTextContents();
    await other.close();
    return open.map((text) => text.replace(/:.*/, ''));
  };
  await test.step('another phone sends the same notes, and each still counts once', async () => {
    expect(await sendFromOtherPhone()).toEqual(['Look at 2 notes']);
  });

  await test.step('Tess sees the noted payment next to the booking, and confirms it', async () => {
    await signIn(site, context, manager);
    await open(doorPath);
    await expect(party.getByText('Noted: paid in cash')).toBeVisible();
    await expect(party.getByRole('button', { name: /^Paid/ })).toHaveCount(0);
    await readsWell();
    await page.getByRole('button', { name: /^Confirm £24\.00/ }).click();
    await expect(page.getByText('£24.00 confirmed.')).toBeVisible();
    await expect(party.getByText('Noted')).toBeHidden();
    expect(await entries()).toEqual([{ kind: 'charge', amount: 2400, source: 'cash' }]);
  });

  await test.step('Tess sells the walk-up’s tickets: the people were counted, and are checked in', async () => {
    await expect(page.getByText('In the house: 2, including 2 without a ticket yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Sell these tickets' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Sell tickets' }).click();
    await expect(dialog.getByText('for Walk-up')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('2 of 4 in')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Notes from the door' })).toBeHidden();
  });

  await test.step('the order’s page shows the payment with when and where it was noted', async () => {
    await open(`/members/bookings?show=${show}`);
    await page.getByRole('link', { name: 'Ophelia Brackenridge' }).click();
    await expect(page.getByText('£24.00 paid')).toBeVisible();
    await expect(page.getByText(/noted at the door at .*: £24\.00 in cash/)).toBeVisible();
  });

  await test.step('sending the notes again after the confirmation enters nothing', async () => {
    const before = await entries();
    expect(before).toHaveLength(2);
    expect(await sendFromOtherPhone()).toEqual([]);
    expect(await entries()).toEqual(before);
  });
});

// Phone only, because stewards at the door have nothing but a phone
test('an offline note for a deleted performance shows when it was written, and can be deleted', {
  tag: '@phone-only',
}, async ({ page, context, open, readsWell, site }) => {
  const { steward, performance } = await withSiteData(site, async (a) => {
    const dora = await a.user({ firstname: 'Dora', lastname: 'Lamplight' });
    await a.allow(dora, { door: true });
    const starts_at = new Date(Date.now() - 40 * 86_400_000).toISOString();
    const made = await a.show({ title: 'The Lover', first_date: starts_at.slice(0, 10), date: starts_at.slice(0, 10) });
    return { steward: dora, performance: await a.performance({ show_id: made, starts_at }) };
  });
  await signIn(site, context, steward);
  const note = (id: string, pence: number) => ({
    ...{ kind: 'walk_up', id, tickets: { aaaaaaaaaaaaaaaa: 1 }, how: 'cash', pence },
    at: Date.now() - 40 * 86_400_000,
  });
  await page.addInitScript(
    (stored) => {
      if (sessionStorage.getItem('stored')) return;
      sessionStorage.setItem('stored', '1');
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, JSON.stringify(value));
    },
    {
      [`door notes of ${steward.id} at ${performance}: known-aaaaaaaaaaaa`]: note('known-aaaaaaaaaaaa', 1200),
      [`door notes of ${steward.id} at bbbbbbbbbbbbbbbb: gone-aaaaaaaaaaaaa`]: note('gone-aaaaaaaaaaaaa', 700),
    },
  );
  await open('/members/door');
  await expect(page.getByText('One note about money on this phone')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Look at one note.*The Lover/ })).toBeVisible();
  const item = page.getByRole('listitem').filter({ hasText: 'Walk-up, one person: £7.00 in cash' });
  await expect(item).toContainText(/Written down \w+day \d+ \w+ \d{4} at/);
  await expect(item).toContainText('The site didn’t accept it:');
  await readsWell();
  await item.getByRole('button', { name: /^Delete note/ }).click();
  const dialog = page.getByRole('dialog');
  await readsWell();
  await dialog.getByRole('button', { name: 'Keep the note' }).click();
  await expect(item).toBeVisible();
  await item.getByRole('button', { name: /^Delete note/ }).click();
  await dialog.getByRole('button', { name: 'Delete note' }).click();
  await expect(page.getByText('about money on this phone')).toBeHidden();
  expect(await storedNotes(page)).toEqual({});
});
