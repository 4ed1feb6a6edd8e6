import { expect, test } from '../support/screens/browser.ts';
import { createUserWith, findDemoPerformance, signIn } from '../support/society/members.ts';

// The site refuses a form without a number of tickets, and one based on an earlier version
test.use({ expectedErrors: [/status of 40[09]/] });
test.slow();

test('the box office exchanges a party’s tickets, refunds one, and adds a free ticket and undoes that', async ({
  page,
  context,
  open,
  readsWell,
  site,
}) => {
  const seller = await createUserWith(site, { firstname: 'Bea', lastname: 'Till' }, { bookings: true });
  await signIn(site, context, seller);
  const { show } = await findDemoPerformance(site, 0);
  await open(`/members/bookings?show=${show}`);
  const tab = (name: string) => page.getByRole('tab', { name, exact: true }).click();
  const dialog = page.getByRole('dialog');
  const sales = page.getByRole('tabpanel', { name: 'Historic Sales' });
  const complimentary = async () =>
    [...((await sales.textContent()) ?? '').matchAll(/(\d+) given away/g)].reduce(
      (sum, [, some]) => sum + Number(some),
      0,
    );

  await test.step('a party of three buys at the group price', async () => {
    await tab('Bookings');
    await page.locator('summary', { hasText: 'Sell tickets' }).click();
    await page.getByLabel(/^Full price/).fill('3');
    await page.getByLabel('Different price per ticket').fill('10');
    await page.getByLabel('Reason for the different price').fill('The quilters');
    await expect(page.getByText('3 tickets, £30.00')).toBeVisible();
    await page.getByLabel('Name', { exact: true }).fill('Ottoline Quince');
    await page.getByLabel('Email', { exact: true }).fill('ottoline@mail.example');
    await page.getByRole('button', { name: 'Sell tickets' }).click();
    await expect(page.getByText('for Ottoline Quince')).toContainText('£30.00 taken.');
  });

  await test.step('two of the party’s tickets are exchanged for another performance on the order’s page', async () => {
    await page.getByRole('link', { name: /^Open order \d+$/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order \d+$/, { useInnerText: true });
    const phone = page.getByLabel('Phone');
    await phone.fill('01632 960123');
    await page.getByRole('button', { name: 'Exchange tickets' }).click();
    await dialog.getByLabel(/^Full price/).fill('2');
    // No performance is preselected
    await dialog.getByRole('button', { name: 'Exchange tickets' }).click();
    await expect(dialog.getByText('Choose a performance.')).toBeVisible();
    await dialog.getByLabel('Exchange for').selectOption({ index: 1 });
    await expect(dialog.getByText('The price is the same.')).toBeVisible();
    await readsWell();
    await dialog.getByRole('button', { name: 'Exchange tickets' }).click();
    await expect(page.getByText(/exchanged: 2 Full price for /)).toBeVisible();
    await expect(page.getByRole('row', { name: /2 Full price/ })).toBeVisible();
    await expect(page.getByText('Bea Till exchanged tickets')).toBeVisible();
    await expect(page.getByText('wrote the email “Changed”')).toBeVisible();
    // Unsaved input in another form is kept
    await expect(phone).toHaveValue('01632 960123');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Bea Till changed the buyer’s details of an order')).toBeVisible();
    await expect(phone).toHaveValue('01632 960123');
  });

  await test.step('text typed while a save is in progress stays, and the next save includes it', async () => {
    const [email, note] = [page.getByLabel('Email', { exact: true }), page.getByLabel('Note')];
    const sent = Promise.withResolvers<void>();
    await page.route('**/members/api/bookings/orders/*', (route) => sent.promise.then(() => route.continue()), {
      times: 1,
    });
    await email.fill('ottoline.quince@mail.example');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await note.fill('By the aisle');
    sent.resolve();
    await expect(page.getByText('Saved.')).toBeVisible();
    await expect(page.getByText('Bea Till changed the buyer’s details of an order')).toHaveCount(2);
    await expect(note).toHaveValue('By the aisle');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Bea Till changed the buyer’s details of an order')).toHaveCount(3);
    await page.reload();
    await expect(email).toHaveValue('ottoline.quince@mail.example');
    await expect(note).toHaveValue('By the aisle');
  });

  const ref = ((await page.getByRole('heading', { level: 1 }).textContent()) ?? '').replace(/\D/g, '');
  await test.step('one ticket is returned, and its price is refunded', async () => {
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await dialog.getByLabel('Cancel the tickets, and release their seats').check();
    await dialog
      .getByLabel(/^Full price/)
      .first()
      .fill('1');
    await dialog
      .getByLabel(/^Full price/)
      .last()
      .fill('0');
    await expect(dialog.getByLabel(/^Refund .*, in pounds$/)).toHaveValue('10.00');
    await dialog.getByLabel('Reason').fill('One is ill');
    await readsWell();
    await dialog.getByRole('button', { name: 'Cancel 1 ticket and refund £10.00' }).click();
    await expect(page.getByText(/^Refunded £10\.00 .* Ottoline Quince\./)).toBeVisible();
    await expect(page.getByText('£30.00 paid, £10.00 refunded.')).toBeVisible();
  });

  await test.step('a free ticket is added by hand, and the change is undone', async () => {
    await page.getByRole('link', { name: 'Bookings', exact: true }).click();
    await tab('Modify Bookings');
    // Swapping no current tickets would give the new ones away, so the form isn't sent until the current tickets have
    // been loaded and chosen
    await page.getByLabel('Reference').fill(ref);
    await page.getByRole('button', { name: 'Swap tickets' }).click();
    await expect(page.getByText('Choose the current tickets').first()).toBeVisible();
    await expect(page.getByLabel('Current tickets')).toBeFocused();
    await page.getByRole('radio', { name: 'Add free tickets to a booking' }).check();
    await page.getByLabel('Reference').fill(ref);
    await page.getByLabel('Tickets', { exact: true }).selectOption({ index: 3 });
    await page.getByRole('button', { name: 'Add tickets' }).click();
    await expect(page.getByText(new RegExp(`^${ref}: 1 `))).toBeVisible();
    await readsWell();
    await tab('Historic Sales');
    await expect(sales.getByRole('heading', { name: 'Sales for Blithe Spirit' })).toBeVisible();
    const before = await complimentary();
    expect(before).toBeGreaterThan(0);
    await tab('Modify Bookings');
    const change = page.getByRole('row', { name: new RegExp(`^${ref} Added`) });
    await change.getByRole('button', { name: 'Undo' }).click();
    // The specification gives the alert's title
    await expect(page.getByText('Success', { exact: true })).toBeVisible();
    await expect(page.getByText('Change undone.')).toBeVisible();
    await expect(change).toHaveCount(0);
    await tab('Historic Sales');
    await expect.poll(complimentary).toBe(before - 1);
  });

  await test.step('the report counts the sales, and the last of two quickly requested shows stays on screen', async () => {
    const choice = page.getByLabel('Sales for', { exact: true });
    const sent = Promise.withResolvers<void>();
    const path = '**/members/api/bookings/historic_sales';
    await page.route(path, (route) => sent.promise.then(() => route.continue()), { times: 1 });
    await choice.selectOption({ index: 1 });
    await choice.selectOption({ index: 0 });
    await expect(page.getByText('Sales for Blithe Spirit.')).toBeVisible();
    const late = page.waitForResponse(path);
    sent.resolve();
    await (await late).finished();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect(await sales.getByRole('heading', { name: 'Sales for Blithe Spirit' }).count()).toBe(1);
    await expect(page.getByRole('img', { name: 'Bar chart of the sales for each performance' })).toBeVisible();
    await readsWell();
    await tab('Emails to buyers');
    const subject = page.getByText('Your tickets for Blithe Spirit', { exact: true });
    await page.locator('details').filter({ has: subject }).getByText('Read the text').click();
    await expect(subject).toBeVisible();
    await readsWell();
  });
});
