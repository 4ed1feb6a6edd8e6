import { buildPartyPath } from '#features/box-office/waiting-list/server/index.ts';
import { expect, test } from '../support/screens/browser.ts';
import {
  createUserWith,
  findDemoPerformance,
  loadSiteEncryption,
  signIn,
  withSiteData,
} from '../support/society/members.ts';

// The form is first sent empty
test.use({ expectedErrors: [/status of 400/] });
test.slow();

// Phone only, because visitors do this on the bus, with one thumb
test('a visitor joins the waiting list, a group’s booking is cancelled, and the visitor is offered places', {
  tag: '@phone-only',
}, async ({ page, context, open, readsWell, site }) => {
  const seller = await createUserWith(site, { firstname: 'Bea', lastname: 'Till' }, { bookings: true });
  const { id, show } = await findDemoPerformance(site, 2);
  const email = 'wanda@home.example';
  const party = () =>
    withSiteData(site, (_, db) =>
      db.read.selectFrom('waiting_party').selectAll().where('email', '=', email).executeTakeFirst(),
    );

  await test.step('the show’s page says that a performance is sold out and has a waiting list', async () => {
    await open(`/past-shows/${show}/Blithe_Spirit`);
    const sold = page.getByRole('listitem').filter({ has: page.locator(`a[href="/tickets/waiting/${id}"]`) });
    await expect(sold).toContainText('Sold out');
    await readsWell();
    await expect(sold.getByRole('link', { name: /^Waiting list for/ })).toHaveAttribute('target', '_blank');
    await open('/tickets');
    await page.locator(`main a[href="/tickets/waiting/${id}"]`).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Waiting list for/ })).toBeVisible();
    await page.getByRole('button', { name: 'Join the waiting list' }).click();
    await expect(page.getByText('Enter your name.')).toBeVisible();
    await readsWell();
    await page.getByLabel('How many of you are there?').fill('1');
    await page.getByLabel('Your name').fill('Wanda Latecomer');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Join the waiting list' }).click();
    await expect(page).toHaveURL(/\/tickets\/waiting\/joined$/);
    await expect(page.getByText('The box office has your request')).toBeVisible();
    await readsWell();
  });

  const link = buildPartyPath(
    await withSiteData(site, (_, db) => loadSiteEncryption(site, db)),
    (await party())?.id ?? '',
  );
  await test.step('the visitor confirms by the link in the email, and corrects their name', async () => {
    await open(link);
    await expect(page.getByText('Leave the waiting list')).toBeVisible();
    await readsWell();
    await page.getByRole('button', { name: 'Confirm my place' }).click();
    await expect(page.getByRole('button', { name: 'Confirm my place' })).toHaveCount(0);
    await page.getByText('Change how many of you there are, or the dates').click();
    await page.getByLabel('Name').fill('Wanda Late');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('You keep your place on the list.')).toBeVisible();
    await readsWell();
  });

  await test.step('the visitor joins again, with a friend', async () => {
    await open(`/tickets/waiting/${id}`);
    await page.getByLabel('How many of you are there?').fill('2');
    await page.getByLabel('Your name').fill('Wanda Late');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Join the waiting list' }).click();
    await expect(page.getByText('The box office has your request')).toBeVisible();
  });

  await test.step('the box office confirms the change, sees the queue, and cancels the group’s booking', async () => {
    await signIn(site, context, seller);
    // Other journeys' shows may be listed before this one
    await open(`/members/bookings?show=${show}`);
    await page.getByRole('link', { name: /parties waiting/ }).click();
    const list = page.getByRole('tabpanel', { name: 'Waiting list' });
    const wanda = list.getByRole('row', { name: /Wanda Late/ });
    await expect(wanda).toContainText('Has since asked for 2 places on');
    await readsWell();
    await wanda.getByRole('button', { name: 'Confirm change' }).click();
    await expect(list.getByText('The change for Wanda Late is confirmed.')).toBeVisible();
    await expect(wanda).not.toContainText('Has since asked for');
    await expect.poll(async () => (await party())?.size).toBe(2);
    await list
      .getByRole('row', { name: /Ines Calder/ })
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect(page.getByRole('dialog')).toContainText('Remove Ines Calder from the waiting list?');
    await readsWell();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(list.getByText('Removed Ines Calder from the waiting list.')).toBeVisible();
    await expect(list.getByRole('row', { name: /Ines Calder/ })).toHaveCount(0);
    await page.getByRole('tab', { name: 'Bookings', exact: true }).click();
    const panel = page.getByRole('tabpanel', { name: 'Bookings' });
    await panel.getByLabel('Find an order').fill('Hill Road School');
    await panel.getByRole('button', { name: 'Search' }).click();
    const order = panel.getByRole('row', { name: /Hill Road School/ });
    await order.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('The trip is off');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Cancel \d+ tickets and refund/ })
      .click();
    await expect(order).toContainText('Refunded');
    await expect.poll(async () => (await party())?.status).toBe('offered');
  });

  await test.step('the party chooses tickets, and the basket says until which day they are held', async () => {
    await context.clearCookies();
    await open(link);
    await expect(page.getByText(/^We are holding 2 places for you on/)).toBeVisible();
    await readsWell();
    await page.getByRole('link', { name: 'Choose your tickets' }).click();
    await page.getByRole('button', { name: 'Add one Full price ticket' }).click();
    await page.getByRole('button', { name: 'Add one Concession ticket' }).click();
    await readsWell();
    await page.getByRole('button', { name: 'Add to basket' }).click();
    await expect(page).toHaveURL(/\/tickets\/basket$/);
    await expect(page.getByText(/^Held for you until \w+day/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pay £21.50' })).toBeVisible();
    await readsWell();
  });
});
