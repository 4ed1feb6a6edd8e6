import { addDays, formatDateTime } from '#platform/shared/dates/dates.ts';
import { expect, test } from '../support/screens/browser.ts';
import { createUserWith, signIn } from '../support/society/members.ts';

/** Formats a performance's local time as the site shows it. */
const formatPerformance = (time: string) => formatDateTime(`${time}:00`);

// The site refuses a second performance at the same time
test.use({ expectedErrors: [/status of 400/] });
test.slow();

test('a box office manager announces the summer show: performances, a matinee, prices and a cancellation', async ({
  page,
  context,
  open,
  readsWell,
  site,
}) => {
  const manager = await createUserWith(site, { firstname: 'Bea', lastname: 'Till' }, { bookings: true });
  await signIn(site, context, manager);
  await open('/members/dashboard');
  await page.getByRole('navigation', { name: 'Members' }).getByRole('link', { name: 'Manage Bookings' }).click();

  await test.step('the manager chooses the summer show, which has no performances yet', async () => {
    await expect(page.getByText(/^£[^a-z]+ of it sold elsewhere\. £[^a-z]+ to pay at the door\.$/)).toBeVisible();
    const summer = page.getByRole('option', { name: /^A Midsummer Night/ });
    await page.getByLabel('Show').selectOption((await summer.getAttribute('value')) ?? '');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'No performances yet' })).toBeVisible();
    await page.getByRole('tab', { name: 'Manage Performances' }).click();
    await readsWell();
  });

  const rows = page.getByRole('tabpanel').getByRole('listitem');
  const edit = page.getByRole('button', { name: /^Edit / });
  const day = page.getByLabel('Date and time');
  // The form suggests the last day of the show's run, at the time at which most performances begin
  const last = (await day.inputValue()).slice(0, 10);
  const matinee = addDays(last, 1);
  await test.step('the manager adds a performance, and a second one at the same time is refused', async () => {
    await day.fill(`${last}T19:00`);
    await page.getByRole('button', { name: 'Add performance' }).click();
    await expect(page.getByText(/^Added: A Midsummer Night’s Dream, /)).toContainText(
      formatPerformance(`${last}T19:00`),
    );
    await expect(day).toHaveValue(`${matinee}T19:00`);
    await day.fill(`${last}T19:00`);
    await page.getByRole('button', { name: 'Add performance' }).click();
    await expect(page.getByText('This show already has a performance at that time')).toBeVisible();
  });

  await test.step('the manager adds a matinee on the next day, captioned and with sixty places', async () => {
    await day.fill(`${matinee}T14:30`);
    await page.getByRole('button', { name: 'Add performance' }).click();
    await expect(edit).toHaveCount(2);
    await edit.nth(1).click();
    await page.getByLabel('Capacity').fill('60');
    await page.getByLabel('Notes for visitors').fill('Captioned');
    await readsWell();
    await page.getByRole('button', { name: 'Save performance' }).click();
    await expect(rows.filter({ hasText: '60 places' })).toContainText('Captioned');
  });

  await test.step('the manager changes the child price of both performances', async () => {
    await page.getByRole('button', { name: 'Change Child' }).click();
    await page.getByLabel('Price in pounds').fill('6.50');
    await page.getByRole('button', { name: 'Save ticket type' }).click();
    await expect(page.getByText('Child, £6.50: saved for every performance.', { exact: false })).toBeVisible();
    await expect(rows.filter({ hasText: '£6.50 to £12.00' })).toHaveCount(2);
  });

  await test.step('the manager cancels the first performance after a confirmation', async () => {
    await edit.first().click();
    await page.getByRole('button', { name: 'Cancel performance' }).first().click();
    await expect(page.getByRole('dialog')).toContainText(`Cancel ${formatPerformance(`${last}T19:00`)}?`);
    await readsWell();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel performance' }).click();
    await expect(rows.filter({ hasText: 'Cancelled' })).toHaveCount(1);
  });

  await test.step('visitors see the cancelled performance, the matinee and its prices on the show’s page', async () => {
    await page.getByRole('tab', { name: 'Performances', exact: true }).click();
    await page
      .getByRole('link', { name: /^A Midsummer Night/ })
      .last()
      .click();
    const nights = page.getByRole('listitem').filter({ has: page.locator('time') });
    await expect(nights).toHaveText([/, 7pm.*Cancelled/, /, 2\.30pm.*Captioned/]);
    await expect(page.getByRole('definition').filter({ hasText: '£6.50' })).toBeVisible();
    await readsWell();
  });
});
