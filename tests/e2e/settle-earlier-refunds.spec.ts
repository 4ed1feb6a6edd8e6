import { postEntry } from '#features/money/ledger/server/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { expect, test } from '../support/screens/browser.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

// The site refuses a decision without a reason
test.use({ expectedErrors: [/status of 400/] });
test.slow();

// The test runs on a phone too, where the buttons are one below the other
test('the box office keeps or cancels the tickets of orders that were refunded before the upgrade', {
  tag: '@phone',
}, async ({ page, context, open, readsWell, site }) => {
  const { tess, show, performance } = await withSiteData(site, async (a) => {
    const user = await a.user({ firstname: 'Tess', lastname: 'Ledger' });
    await a.allow(user, { bookings: true });
    const starts_at = new Date(Date.now() + 20 * 86_400_000).toISOString();
    const date = starts_at.slice(0, 10);
    const made = await a.show({ title: 'The Room', first_date: date, date });
    return { tess: user, show: made, performance: await a.performance({ show_id: made, starts_at }) };
  });
  await signIn(site, context, tess);

  await test.step('two orders are sold, and their refunds are stored as before the upgrade', async () => {
    await open(`/members/bookings/door/${performance}`);
    await page.getByRole('button', { name: 'Sell tickets' }).click();
    const dialog = page.getByRole('dialog');
    for (const name of ['Wilma Stays', 'Gus Leaves']) {
      await dialog.getByLabel(/^Adult/).fill('2');
      await dialog.getByLabel('Name', { exact: true }).fill(name);
      await dialog.getByRole('button', { name: 'Sell tickets' }).click();
      await expect(dialog.getByText(`for ${name}`)).toBeVisible();
    }
    await withSiteData(site, (_, db) =>
      write(db, async (tx) => {
        const charges = await tx
          .selectFrom('order_charge')
          .innerJoin('ticket_order', 'ticket_order.id', 'order_charge.order_id')
          .select(['order_charge.entry_id', 'order_charge.order_id'])
          .where('ticket_order.show_id', '=', show)
          .execute();
        for (const { entry_id, order_id } of charges) {
          const at = new Date().toISOString();
          await postEntry(tx, { id: newId(), kind: 'refund', at, pence: 2400, charge_id: entry_id });
          await tx.updateTable('ticket_order').set({ undecided: 1 }).where('id', '=', order_id).execute();
        }
      }),
    );
  });

  const entries = () =>
    withSiteData(site, async (_, db) => {
      const rows = await db.read.selectFrom('entry').select('amount').where('show_id', '=', show).execute();
      return rows.map(({ amount }) => amount).sort((one, other) => one - other);
    });
  const orderOf = (name: string) =>
    withSiteData(site, (_, db) =>
      db.read
        .selectFrom('ticket_order')
        .select(['id', 'ref'])
        .where('name', '=', name)
        .where('show_id', '=', show)
        .executeTakeFirstOrThrow(),
    );
  const [wilma, gus] = [await orderOf('Wilma Stays'), await orderOf('Gus Leaves')];
  const [keep, cancel] = [
    page.getByRole('button', { name: new RegExp(`^Keep the tickets valid.*order ${wilma.ref}$`) }),
    page.getByRole('button', { name: new RegExp(`^Cancel the tickets.*of order ${gus.ref}$`) }),
  ];
  const dialog = page.getByRole('dialog');

  await test.step('the dashboard leads to the orders that need a decision', async () => {
    await open('/members/dashboard');
    await expect(page.getByText(/^Tickets of 2 refunded orders are still valid/)).toBeVisible();
    await page.getByRole('link', { name: /^Decide/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Bookings that need attention' })).toBeVisible();
    await expect(
      page.getByText(`for order ${wilma.ref}, Wilma Stays, was refunded. Tickets still valid: 2 Adult.`),
    ).toBeVisible();
    await readsWell();
  });

  await test.step('Wilma’s tickets stay valid after a confirmation in the dialog', async () => {
    await keep.click();
    await readsWell();
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await expect(keep).toBeFocused();
    await keep.click();
    await dialog.getByRole('button', { name: 'Keep the tickets valid' }).click();
    await expect(page.getByText(`${wilma.ref}: the tickets stay valid. Nothing was refunded.`)).toBeVisible();
    await expect(keep).toBeHidden();
  });

  await test.step('Gus’s tickets are cancelled on the order’s page with a reason, and the confirmation stays', async () => {
    await open(`/members/bookings/order/${gus.id}`);
    await cancel.click();
    await expect(dialog).toContainText('tell Gus Leaves yourself');
    // Chooses the tickets to cancel
    await dialog.getByLabel(/^Adult/).fill('2');
    await dialog.getByRole('button', { name: 'Cancel 2 tickets' }).click();
    await expect(dialog.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true');
    await readsWell();
    await dialog.getByLabel('Reason').fill('They moved away');
    await dialog.getByRole('button', { name: 'Cancel 2 tickets' }).click();
    await expect(page.getByText(`${gus.ref}: 2 Adult cancelled. £24.00 has already been refunded.`)).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(cancel).toBeHidden();
    await expect(page.getByRole('status').getByText(`${gus.ref}: 2 Adult cancelled.`)).toBeVisible();
  });

  await test.step('the orders’ pages show the decisions, and the ledger is unchanged', async () => {
    await open(`/members/bookings/order/${gus.id}`);
    await expect(
      page.getByText(/£24\.00 has already been refunded\. They moved away\. Cancelled: 2 Adult\./),
    ).toBeVisible();
    await open(`/members/bookings/order/${wilma.id}`);
    await expect(page.getByText(/2 Adult/).first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Keep the tickets valid/ })).toHaveCount(0);
    expect(await entries()).toEqual([-2400, -2400, 2400, 2400]);
  });
});
