import { readFileSync } from 'node:fs';
import { expect, test } from '../support/screens/browser.ts';
import { createUserWith, signIn } from '../support/society/members.ts';

// The site refuses a payment without a payer (400), and asks before it accepts another amount than the plan's (409)
test.use({ expectedErrors: [/status of 40[09]/] });
test.slow();

test('a treasurer enters cash, refunds half of it, corrects an entry, and downloads an earlier year’s accounts', async ({
  page,
  context,
  open,
  readsWell,
  site,
}) => {
  const treasurer = await createUserWith(site, { firstname: 'Tom', lastname: 'Purse' }, { get_subs: true });
  await signIn(site, context, treasurer);
  await open('/members/dashboard');

  await test.step('the members’ menu leads to the list of who has paid', async () => {
    await page.getByRole('navigation', { name: 'Members' }).getByRole('link', { name: 'Get Subs' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Get Subs, ');
    await expect(page.getByRole('cell', { name: 'Full member' }).first()).toBeVisible();
  });

  await test.step('a subscription paid in cash is entered', async () => {
    await page.getByLabel('Plan', { exact: true }).selectOption({ label: 'Friend, £12.00 a year' });
    await expect(page.getByLabel('Amount in pounds')).toHaveValue('12.00');
    await page.getByLabel('Amount in pounds').fill('10');
    await page.getByRole('button', { name: 'Enter payment' }).click();
    // The site refuses a payment without a payer
    await expect(page.getByText('Choose the member, or enter who paid')).toBeVisible();
    await page.getByLabel('Member', { exact: true }).fill('Wilfred Marsh');
    await page.getByRole('button', { name: 'Enter payment' }).click();
    const question = page.getByRole('group', { name: 'Friend costs £12.00, and this is £10.00.' });
    await expect(question).toBeVisible();
    await readsWell();
    // Wilfred had paid in full, and the amount was a typing mistake
    await page.getByLabel('Amount in pounds').fill('12');
    await page.getByRole('button', { name: 'Enter payment' }).click();
    await expect(page.getByText('Entered: £12.00 from Wilfred Marsh for Friend')).toBeVisible();
    await expect(page.getByRole('row', { name: /Wilfred Marsh/ })).toContainText('£12.00');
  });

  await test.step('half of the cash payment is refunded, and the list of payments shows the refund', async () => {
    const row = page.getByRole('row', { name: /Wilfred Marsh/ });
    await row.getByRole('button', { name: /^Refund/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Up to £12.00, in cash.');
    await readsWell();
    await dialog.getByLabel('Amount in pounds').fill('6');
    await dialog.getByLabel('Reason').fill('He joined in spring');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await expect(page.getByText('Refunded £6.00 for Friend in cash.')).toBeVisible();
    await expect(row).toContainText('£6.00 refunded');
  });

  const entered = page.getByRole('table', { name: 'Cash, card machine, transfers and cheques' });
  const slip = entered.getByRole('row', { name: /Raffle.*£740\.00/ });
  await test.step('the raffle’s takings are entered wrongly and corrected', async () => {
    await page.getByRole('link', { name: 'Accounting for this year' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Accounting, ');
    await page.getByLabel('What for').selectOption('Raffle');
    await page.getByLabel('Amount in pounds').fill('740');
    await expect(page.getByText('That is £740.00.')).toBeVisible();
    await page.getByRole('button', { name: 'Enter payment' }).click();
    await expect(slip).toHaveCount(1);
    await slip.getByRole('button', { name: 'Correct…' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('The entry stays in the accounts');
    await readsWell();
    await dialog.getByLabel('Reason').fill('A slip of the finger');
    await dialog.getByRole('button', { name: 'Correct it' }).click();
    await expect(page.getByText('Corrected: £740.00 for Raffle.')).toBeVisible();
    await expect(slip.filter({ hasText: 'Corrected' })).toHaveCount(1);
    await expect(slip.filter({ hasText: /Correction/ })).toContainText('−£740.00');
  });

  await test.step('an earlier year is selected, and its accounts are downloaded as a spreadsheet', async () => {
    const years = page.getByLabel('Year', { exact: true });
    const last = (await years.locator('option').nth(1).textContent()) ?? '';
    await years.selectOption(last);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Accounting, ${last}`);
    await expect(page.getByRole('img', { name: 'What came in and went out by month' })).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export (CSV)' }).click();
    const file = await (await download).path();
    const [heading = '', ...lines] = readFileSync(file, 'utf8').trim().split('\r\n');
    expect(heading).toContain('"in","out"');
    expect(lines.length).toBeGreaterThan(20);
  });
});
