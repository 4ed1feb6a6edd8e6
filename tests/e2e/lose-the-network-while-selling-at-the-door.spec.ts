import { disconnect, expect, reconnect, test } from '../support/screens/browser.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

// For a while there is no network
test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });
test.slow();

// Phone only, because stewards at the door have nothing but a phone
test('a steward who loses the network while selling keeps what was typed, and chooses when to write a note', {
  tag: '@phone-only',
}, async ({ page, context, open, readsWell, site }) => {
  const { steward, performance } = await withSiteData(site, async (a) => {
    const dora = await a.user({ firstname: 'Dora', lastname: 'Lamplight' });
    await a.allow(dora, { door: true });
    // The performance is in an hour, because check-ins more than six hours before a performance are only practice
    const starts_at = new Date(Date.now() + 3_600_000).toISOString();
    const date = starts_at.slice(0, 10);
    const show = await a.show({ title: 'The Birthday Party', first_date: date, date });
    return { steward: dora, performance: await a.performance({ show_id: show, starts_at }) };
  });
  await signIn(site, context, steward);
  await open(`/members/bookings/door/${performance}`);
  await expect(page.getByText('0 of 0 in')).toBeVisible();
  const dialog = page.getByRole('dialog');
  const adults = dialog.getByLabel(/^Adult/).filter({ visible: true });
  const sell = dialog.getByRole('button', { name: 'Sell tickets', exact: true });

  await test.step('a sale that can’t be sent stays as it was typed', async () => {
    await page.getByRole('button', { name: 'Sell tickets' }).click();
    await adults.fill('2');
    await dialog.getByLabel('Name', { exact: true }).fill('Stanley Webber');
    await disconnect(page);
    await sell.click();
    await expect(dialog.getByText('No network, so no tickets can be sold now.')).toBeVisible();
    await expect(adults).toHaveValue('2');
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Stanley Webber');
    await readsWell();
  });

  await test.step('the steward may write down a walk-up instead, and come back to the sale', async () => {
    await dialog.getByRole('button', { name: 'Write down a walk-up instead' }).click();
    await expect(dialog.getByText('The house may be full:')).toBeVisible();
    await adults.fill('3');
    await readsWell();
    await dialog.getByRole('button', { name: 'Back to the sale' }).click();
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Stanley Webber');
    await dialog.getByRole('button', { name: 'Write down a walk-up instead' }).click();
    await expect(adults).toHaveValue('3');
  });

  await test.step('the note stays as it was typed when the network is back', async () => {
    await reconnect(page);
    await expect(dialog.getByText('The network is back.')).toBeVisible();
    await expect(adults).toHaveValue('3');
    await readsWell();
    await dialog.getByRole('button', { name: 'Back to the sale' }).click();
    await sell.click();
    await expect(dialog.getByText('for Stanley Webber')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('listitem').getByText('0 of 2 in')).toBeVisible();
  });
});
