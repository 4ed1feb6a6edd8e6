import { computeTicketCode } from '#features/box-office/orders/server/index.ts';
import { createArgon2Hashing } from '#features/society/accounts/server/index.ts';
import { disconnect, expect, reconnect, test } from '../support/screens/browser.ts';
import { bookTickets } from '../support/society/audience.ts';
import { loadSiteEncryption, signIn, signOut, withSiteData } from '../support/society/members.ts';

// For a while there is no network or no session, and after signing out the page isn't available
test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|401 .*(logout|door)/] });
test.slow();

// Phone only, because stewards hold a phone in one hand
test('a steward checks people in by code and by name, also without a network', {
  tag: '@phone-only',
}, async ({ page, context, open, readsWell, site }) => {
  const { seller, show } = await withSiteData(site, async (a) => {
    const user = await a.user({ firstname: 'Bea', lastname: 'Till' });
    await a.allow(user, { bookings: true });
    // The performance is in an hour, because check-ins more than six hours before a performance are only practice
    const starts_at = new Date(Date.now() + 3_600_000).toISOString();
    const date = starts_at.slice(0, 10);
    const made = await a.show({ title: 'The Night Porter', first_date: date, date });
    await a.performance({ show_id: made, starts_at });
    return { seller: user, show: made };
  });
  const codesOf = (name: string) =>
    withSiteData(site, async (_, db) => {
      const encryption = await loadSiteEncryption(site, db);
      const tickets = await db.read
        .selectFrom('ticket')
        .innerJoin('ticket_order', 'ticket_order.id', 'ticket.order_id')
        .select(['ticket.id', 'ticket_order.ref', 'ticket_order.reissued'])
        .where('ticket_order.name', '=', name)
        .execute();
      return tickets.map((ticket) => computeTicketCode(encryption, ticket));
    });
  const check = async (code = '') => {
    await page.getByLabel('Ticket code').fill(code);
    await page.getByRole('button', { name: 'Check' }).click();
  };
  const result = page.getByRole('region', { name: 'Check a ticket' });

  await signIn(site, context, seller);
  await open(`/members/bookings?show=${show}`);
  await page.getByRole('link', { name: /^Door/ }).click();
  await expect(page.getByText('0 of 0 in')).toBeVisible();

  await test.step('two people walk up and pay, and another wants to pay later', async () => {
    await page.getByRole('button', { name: 'Sell tickets' }).click();
    const dialog = page.getByRole('dialog');
    const sell = async (name: string, count: string, how: string) => {
      await dialog.getByLabel(/^Adult/).fill(count);
      await dialog.getByLabel('Name', { exact: true }).fill(name);
      await dialog.getByLabel('How it’s paid').selectOption(how);
      await dialog.getByRole('button', { name: 'Sell tickets' }).click();
      await expect(dialog.getByText(`for ${name}`)).toBeVisible();
    };
    await sell('Dorothy Foyer', '3', 'cash');
    await sell('Edwin Latecomer', '1', 'reserved');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('0 of 4 in')).toBeVisible();
  });

  const [first, second] = await codesOf('Dorothy Foyer');
  await test.step('a ticket is valid for one admission', async () => {
    await check(first);
    await expect(result.getByText('Foyer, Dorothy: 1 of 3 in.')).toBeVisible();
    await check(first?.toLowerCase());
    await expect(result.getByText('Already in')).toBeVisible();
    await check('100000-AAAA-AAAA-AAAA');
    await expect(result.getByText('Not a valid ticket')).toBeVisible();
    await readsWell();
  });

  await test.step('a party that hasn’t paid pays first', async () => {
    const [owing] = await codesOf('Edwin Latecomer');
    await check(owing);
    await expect(result.getByText('To pay: £12.00')).toBeVisible();
    await readsWell();
    const sent = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().includes('/door/'),
    );
    await result.getByRole('button', { name: '£12.00 taken in cash' }).click();
    await expect(result.getByText('Latecomer, Edwin: 1 of 1 in.')).toBeVisible();
    await expect(page.getByText('2 of 4 in')).toBeVisible();
    // The device shows the check-in before the site has recorded it
    await (await sent).finished();
  });

  await test.step('a payment entered by mistake is undone in place, and entered again in the list', async () => {
    await result.getByRole('button', { name: 'Mark as unpaid' }).click();
    await expect(result.getByText('Edwin Latecomer: marked as unpaid. £12.00 to pay at the door.')).toBeVisible();
    const late = page.getByRole('listitem').filter({ hasText: 'Latecomer, Edwin' });
    await late.getByRole('button', { name: /^Paid in cash/ }).click();
    await expect(late.getByText('Paid', { exact: true })).toBeVisible();
    await readsWell();
  });

  await test.step('a search result is visible although the keyboard covers half the window', async () => {
    const size = page.viewportSize() ?? { width: 390, height: 844 };
    await check('100000-AAAA-AAAA-AAAA');
    await expect(result.getByText('Not a valid ticket')).toBeVisible();
    await page.setViewportSize({ width: 390, height: 500 });
    const search = page.getByLabel('Find a party');
    await search.pressSequentially('foy');
    await expect(page.getByText('1 of 2', { exact: true })).toBeVisible();
    await expect(search).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('Foyer, Dorothy', { exact: true })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: /^Let the other 2 in/ })).toBeInViewport({ ratio: 1 });
    await search.fill('');
    await page.setViewportSize(size);
  });

  // The page is stored for use without a network, together with everything it loads
  const isCached = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active && caches.match(location.href));
  await expect.poll(isCached).toBeTruthy();

  await test.step('without the network, people can be checked in by code or name, and each ticket only once', async () => {
    await disconnect(page);
    await check(second);
    await expect(result.getByText('Foyer, Dorothy: 2 of 3 in.')).toBeVisible();
    await expect(result.getByText('marked as unpaid')).toBeHidden();
    await expect(page.getByText('Working offline: one check-in waiting to be sent.')).toBeVisible();
    await check(second);
    await expect(result.getByText('Already in')).toBeVisible();
    await page.getByLabel('Find a party').fill('foy');
    await page.getByRole('button', { name: /In: ticket \d of 3, Foyer, Dorothy$/ }).click();
    await expect(page.getByText('Working offline: 2 check-ins waiting to be sent.')).toBeVisible();
    await expect(page.getByText('4 of 4 in')).toBeVisible();
    await readsWell();
  });

  await test.step('a reload without the network shows the same list, with people’s initials only', async () => {
    await page.reload();
    await expect(page.getByText('4 of 4 in')).toBeVisible();
    await expect(page.getByText('Working offline: 2 check-ins waiting to be sent.')).toBeVisible();
    await check(first);
    await expect(result.getByText('F…: 3 of 3 in.')).toBeVisible();
    await expect(page.getByText('Foyer')).toBeHidden();
  });

  await test.step('a search by name says that only initials are stored', async () => {
    await page.getByLabel('Find a party').fill('foyer');
    await expect(page.getByText('This phone has initials only: names that begin with F match.')).toBeVisible();
    await page.getByLabel('Find a party').fill('');
  });

  await test.step('a walk-up who pays is recorded, and the record survives a reload', async () => {
    await page.getByRole('button', { name: 'Sell tickets' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('The house may be full:')).toBeVisible();
    await dialog.getByLabel(/^Adult/).fill('1');
    await readsWell();
    await dialog.getByRole('button', { name: 'Write it down' }).click();
    await expect(page.getByText('One note waits on this phone.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('One note waits on this phone.')).toBeVisible();
    await expect(page.getByText('In the house: 5')).toBeVisible();
  });

  await test.step('once the network is back, the site has every check-in and sale made at the door', async () => {
    await reconnect(page);
    await expect(page.getByText('Working offline')).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Notes from the door' })).toBeVisible();
    await readsWell();
    await page.getByRole('button', { name: 'Sell these tickets' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Frances Stall');
    await dialog.getByRole('button', { name: 'Sell tickets' }).click();
    await expect(dialog.getByText('for Frances Stall')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('heading', { name: 'Notes from the door' })).toBeHidden();
    await page.reload();
    await expect(page.getByText('5 of 5 in')).toBeVisible();
    await expect(page.getByText('Foyer, Dorothy', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Print door list' }).click();
    await expect(page.getByRole('row', { name: /Foyer, Dorothy/ })).not.toContainText('not yet');
    await expect(page.getByText('3 parties, 5 tickets.')).toBeVisible();
  });

  await test.step('signing out deletes the list and the page from the phone', async () => {
    const cacheNames = () => page.evaluate(() => caches.keys());
    expect(await cacheNames()).not.toEqual([]);
    await page.goto('/members/logout');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByLabel('Password').first()).toBeVisible();
    await expect.poll(cacheNames).toEqual([]);
  });
});

// Phone only, because stewards hold a phone in one hand
test('a steward whose session ends at the door is asked once to sign in, and carries on letting people in', {
  tag: '@phone-only',
}, async ({ page, context, open, readsWell, site }) => {
  const password = 'a lamp in the window';
  const { steward, performance } = await withSiteData(site, async (a, db) => {
    const password_hash = await createArgon2Hashing().hash(password);
    const dora = await a.user({ firstname: 'Dora', lastname: 'Lamplight', password_hash });
    await a.allow(dora, { door: true });
    // The performance is in an hour, because check-ins more than six hours before a performance are only practice
    const starts_at = new Date(Date.now() + 3_600_000).toISOString();
    const date = starts_at.slice(0, 10);
    const show = { id: await a.show({ title: 'The Caretaker', first_date: date, date }), title: 'The Caretaker' };
    const night = await a.performance({ show_id: show.id, starts_at });
    await bookTickets(db, { performance: night, show }, ['Aston Davies', 3]);
    return { steward: dora, performance: night };
  });
  await signIn(site, context, steward);
  await open(`/members/bookings/door/${performance}`);
  await expect(page.getByText('Davies, Aston', { exact: true })).toBeVisible();
  const asks = page.getByRole('dialog', { name: 'Sign in to continue' });
  const tick = (ticket: number) =>
    page.getByRole('button', { name: new RegExp(`ticket ${ticket} of 3, Davies`) }).click();
  const isRefused = (response: { status: () => number; url: () => string }) =>
    response.status() === 401 && response.url().includes('/door/');

  await signOut(site, steward);
  await tick(1);
  await expect(asks).toBeVisible();
  await asks.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText('You’ve been signed out. Carry on letting people in')).toBeVisible();
  await readsWell();
  // The site first refuses the check-in of ticket 2, and then a request that the page sends by itself
  for (const ticket of [2, 0]) {
    const refused = page.waitForResponse(isRefused);
    if (ticket > 0) await tick(ticket);
    await (await refused).finished();
  }
  await expect(page.getByText('Waiting to be sent: 2 check-ins.')).toBeVisible();
  await expect(asks).toHaveCount(0);

  await page.getByRole('button', { name: 'Sign in' }).click();
  await asks.getByLabel('Email').fill(steward.email);
  await asks.getByLabel('Password', { exact: true }).fill(password);
  await asks.getByRole('button', { name: 'Continue' }).click();
  await expect(asks).toHaveCount(0);
  await expect(page.getByText('You’ve been signed out.')).toBeHidden();
  await page.reload();
  await expect(page.getByRole('listitem').getByText('2 of 3 in')).toBeVisible();
});
