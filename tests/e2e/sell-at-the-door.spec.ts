import { expect, test } from '../support/screens/browser.ts';
import { createUserWith, findDemoPerformance, signIn } from '../support/society/members.ts';

// The site refuses a sale without a name
test.use({ expectedErrors: [/status of 400/] });
test.slow();

test(
  'the box office sells by telephone, takes the money at the door, and refunds the party',
  {
    tag: '@phone',
  },
  async ({ page, context, open, readsWell, site }, { project }) => {
    const seller = await createUserWith(site, { firstname: 'Bea', lastname: 'Till' }, { bookings: true });
    await signIn(site, context, seller);
    const { show } = await findDemoPerformance(site, 0);
    // The link leads to a tab that has to be scrolled into view on a phone
    await open(`/members/bookings?show=${show}#historic-sales`);
    const sales = page.getByRole('tab', { name: 'Historic Sales', selected: true });
    await expect(sales).toBeInViewport({ ratio: 0.9 });
    await page.getByRole('tab', { name: 'Bookings', exact: true }).click();
    const panel = page.getByRole('tabpanel', { name: 'Bookings' });

    await test.step('a party of three is reserved by telephone; without a name, what was typed stays', async () => {
      await panel.locator('summary', { hasText: 'Sell tickets' }).click();
      await panel.getByLabel(/^Full price/).fill('2');
      await panel.getByLabel(/^Under 16/).fill('1');
      await expect(panel.getByText('3 tickets, £31.00')).toBeVisible();
      await panel.getByLabel('How it’s paid').selectOption('reserved');
      await panel.getByRole('button', { name: 'Sell tickets' }).click();
      await expect(panel.getByText('Enter a name.')).toBeVisible();
      await expect(panel.getByLabel(/^Full price/)).toHaveValue('2');
      await readsWell();
      await panel.getByLabel('Name', { exact: true }).fill('Hermione Ashgrove');
      await panel.getByLabel('Phone').fill('07700 900555');
      await panel.getByRole('button', { name: 'Sell tickets' }).click();
      await expect(panel.getByText('£31.00 to pay at the door.')).toBeVisible();
      await expect(panel.getByLabel(/^Full price/)).toHaveValue('');
    });

    await test.step('a walk-up pays in cash without giving a name', async () => {
      await panel.getByLabel(/^Full price/).fill('1');
      await expect(panel.getByText('Leave empty for a walk-up.')).toBeVisible();
      await panel.getByRole('button', { name: 'Sell tickets' }).click();
      await expect(panel.getByText(/1 Full price for Walk-up, .* taken\.$/)).toBeVisible();
    });

    const order = panel.getByRole('row', { name: /Hermione Ashgrove/ });
    await test.step('the party is found at the door by its telephone number, and pays', async () => {
      await panel.getByLabel('Find an order').fill('900555');
      await panel.getByRole('button', { name: 'Search' }).click();
      await expect(panel.getByText(/^1 order for “900555”/)).toBeVisible();
      await expect(order).toContainText('To pay at the door');
      // In the list of orders still to be paid, the order just paid stays in view
      if (project.name === 'phone') await panel.getByRole('button', { name: 'Filter and sort' }).click();
      await panel.getByLabel('Money').selectOption('due');
      await expect(panel.getByText(/^1 order for “900555”/)).toBeVisible();
      await order.getByRole('button', { name: 'Paid in cash' }).click();
      await expect(panel.getByText('Hermione Ashgrove: £31.00 taken.')).toBeVisible();
      await expect(order.getByText('Paid', { exact: true })).toBeVisible();
    });

    await test.step('a payment entered for the wrong party is undone in place, and then the right party pays', async () => {
      await order.getByRole('button', { name: 'Mark as unpaid' }).click();
      await expect(panel.getByText('Hermione Ashgrove: marked as unpaid. £31.00 to pay at the door.')).toBeVisible();
      await expect(order).toContainText('To pay at the door');
      await readsWell();
      await order.getByRole('button', { name: 'Paid in cash' }).click();
      await expect(order.getByText('Paid', { exact: true })).toBeVisible();
      await panel.getByLabel('Money').selectOption('');
    });

    await test.step('the list’s state is in the URL, so Back from an order returns to the same list', async () => {
      await order.getByRole('link', { name: 'Hermione Ashgrove' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order \d+$/, { useInnerText: true });
      await page.goBack();
      await expect(panel.getByText(/^1 order for “900555”/)).toBeVisible();
      await expect(order).toBeVisible();
    });

    await test.step('a party that falls ill is refunded', async () => {
      await order.getByRole('button', { name: 'Cancel' }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText('£31.00 in cash.');
      await dialog.getByLabel('Reason').fill('They are ill');
      await readsWell();
      await dialog.getByRole('button', { name: /^Cancel \d+ tickets and refund £31\.00$/ }).click();
      await expect(panel.getByText('Refunded £31.00 in cash: hand it to Hermione Ashgrove.')).toBeVisible();
      await expect(order).toContainText('Refunded');
    });
  },
);
