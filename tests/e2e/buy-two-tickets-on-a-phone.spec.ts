import { write } from '#platform/server/database/index.ts';
import { expect, test } from '../support/screens/browser.ts';
import { findDemoPerformance, withSiteData } from '../support/society/members.ts';

// A declined card gets this response
test.use({ expectedErrors: [/status of 400/] });

// Phone only, because people buy on the sofa, with one thumb
test('a buyer’s tickets stay held after a reload, and are paid for with a second card @phone-only', async ({
  page,
  open,
  readsWell,
  site,
}) => {
  test.slow();
  await test.step('the front page links to the shop, and the shop to a performance', async () => {
    await open('/');
    const book = page.getByRole('region', { name: 'Tickets' }).getByRole('link', { name: /^Book tickets/ });
    await expect(book).toHaveAttribute('href', '/tickets');
    // Only one button to book is visible at a time. The bar at the bottom of the window appears once the page's own
    // button has scrolled out of view
    const bar = page.locator('aside[aria-label="Now booking"]').first();
    await expect(book).toBeInViewport({ ratio: 1 });
    await expect(bar).toBeHidden();
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(bar).toBeVisible();
    await open('/tickets');
    await page.locator(`main a[href="/tickets/${(await findDemoPerformance(site, 0)).id}"]`).click();
    await expect(page.getByRole('group', { name: 'How many tickets?' })).toBeVisible();
  });

  await test.step('the buyer chooses two tickets, and they stay held after a reload', async () => {
    const more = page.getByRole('button', { name: 'Add one Full price ticket' });
    await more.click();
    await more.click();
    await expect(page.getByText('2 tickets, £25.00')).toBeVisible();
    await page.getByRole('button', { name: 'Add to basket' }).click();
    await expect(page).toHaveURL(/\/tickets\/basket$/);
    await expect(page.getByText(/^Held for you until/)).toBeVisible();
    await page.reload();
    await expect(page.getByText('2 Full price')).toBeVisible();
    await page.locator('summary').filter({ hasText: 'Change tickets' }).click();
    await page.getByText('I have a promo code').click();
    await readsWell();
  });

  const advice = page.getByRole('group', { name: 'Do you need any of these?' }).getByRole('status');
  await test.step('the first card is declined, and the form keeps what was typed', async () => {
    const card = page.frameLocator('iframe').getByLabel('Practice card');
    await expect(page.getByText('goes straight to Square')).toBeVisible();
    await page.getByLabel('Your name').fill('Dorothy Hollis');
    await page.getByLabel('Email').fill('dot@home.example');
    await page.getByLabel('The hearing loop').check();
    await page.getByLabel('A wheelchair space').check();
    await expect(advice).toContainText('wheelchair space');
    await card.selectOption('4000 0000 0000 0002');
    await page.getByRole('button', { name: 'Pay £25.00' }).click();
    await expect(page.getByText('your tickets are still held')).toBeVisible();
    await expect(page.getByLabel('Your name')).toHaveValue('Dorothy Hollis');
    await readsWell();
  });

  const kept = () => page.evaluate(() => `${JSON.stringify(sessionStorage)}${JSON.stringify(localStorage)}`);
  await test.step('after a reload, everything typed, the advice, the tickets and the remaining time are still visible', async () => {
    await page.reload();
    await expect(page.getByLabel('Your name')).toHaveValue('Dorothy Hollis');
    await expect(page.getByLabel('Email')).toHaveValue('dot@home.example');
    await expect(page.getByLabel('The hearing loop')).toBeChecked();
    await expect(advice).toContainText('wheelchair space');
    // A box that the buyer ticks before the scripts have loaded stays ticked, although the fields stored in this
    // browser were saved before that
    const { promise: loading, resolve: load } = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, (route) => loading.then(() => route.continue()));
    await page.mainFrame().goto(page.url(), { waitUntil: 'domcontentloaded' });
    await page.getByLabel('Step-free access').check();
    load();
    await expect(advice).toContainText('wheelchair space');
    await expect(page.getByLabel('Step-free access')).toBeChecked();
    await page.getByLabel('Step-free access').uncheck();
    await page.getByLabel('A wheelchair space').uncheck();
    const pay = page.getByRole('button', { name: 'Pay £25.00' });
    await pay.scrollIntoViewIfNeeded();
    await expect(page.getByText(/^Held for you until/)).toBeInViewport({ ratio: 1 });
    expect(await kept()).toContain('Dorothy Hollis');
    expect(await page.evaluate(() => JSON.stringify(localStorage)), 'in this window alone').not.toContain('Hollis');
    expect(await kept(), 'nothing of the card').not.toMatch(/card|nonce|4000|token/i);
    await page.frameLocator('iframe').getByLabel('Practice card').selectOption('5105 1051 0510 5100');
    // Text typed while a card is charged neither keeps buyers on the page nor stays stored in the browser
    const sent = Promise.withResolvers<void>();
    await page.route('**/api/tickets/pay', (route) => sent.promise.then(() => route.continue()), { times: 1 });
    await pay.click();
    await page.getByLabel('Anything else?').fill('By the aisle');
    sent.resolve();
  });

  await test.step('the order has a reference, a code for each ticket, and a calendar entry', async () => {
    await expect(page).toHaveURL(/\/tickets\/order\//);
    await expect(page.getByText(/^Booked\. See you on \w+day \d+ \w+\.$/)).toBeVisible();
    await expect(page.getByText(/^Reference \d+$/)).toBeVisible();
    expect(await kept(), 'once it is paid').not.toContain('Hollis');
    await expect(page.getByRole('img', { name: /^Code for this ticket/ })).toHaveCount(2);
    await expect(page.getByRole('link', { name: 'Add to my calendar' })).toBeVisible();
    await expect(page.getByText('The hearing loop')).toBeVisible();
    await expect(page.getByLabel('Link to your tickets')).toHaveValue(page.url());
    await page.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByText(/^Copied\.$|^The link is selected\./)).toBeVisible();
    await readsWell();
    await open('/tickets/basket');
    await expect(page.getByText('Your basket is empty.')).toBeVisible();
    expect(await kept(), 'forgotten with the basket').not.toContain('Hollis');
  });
});

// On a phone, the end of the form is far below the line that says how long the tickets are held
test('a buyer who has scrolled to the card form sees that the tickets’ hold has expired', {
  tag: '@phone-only',
}, async ({ page, open, readsWell, site }) => {
  await page.clock.install();
  await open(`/tickets/${(await findDemoPerformance(site, 0)).id}`);
  await page.getByRole('button', { name: 'Add one Full price ticket' }).click();
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await page.getByRole('button', { name: 'Pay £12.50' }).scrollIntoViewIfNeeded();
  await expect(page.getByText(/^Held for you until/)).toBeInViewport({ ratio: 1 });
  // When the browser's clock has reached the end of the hold, the page asks the server, whose clock the test can't
  // move. The hold is therefore ended in the database
  const held_until = new Date(Date.now() - 1000).toISOString();
  await withSiteData(site, (_, db) =>
    write(db, (tx) => {
      const newest = tx.selectFrom('basket').select('id').orderBy('created_at', 'desc').limit(1);
      return tx.updateTable('basket').set({ held_until }).where('id', 'in', newest).execute();
    }),
  );
  await page.clock.fastForward('10:01');
  await expect(page.getByText('Your time has run out.')).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Hold them again' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(/^Held for you until/)).toHaveCount(0);
  await readsWell();
});

test('a buyer who empties the basket leaves no details for the next person on this device', async ({
  page,
  open,
  readsWell,
  site,
}) => {
  const stored = () => page.evaluate(() => JSON.stringify(sessionStorage));
  await open(`/tickets/${(await findDemoPerformance(site, 0)).id}`);
  await page.getByRole('button', { name: 'Add one Full price ticket' }).click();
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await page.getByLabel('Your name').fill('Dorothy Hollis');
  await expect.poll(stored).toContain('Dorothy Hollis');
  await page.getByRole('button', { name: 'Empty basket' }).click();
  await expect(page.locator('#main').getByText('Your basket is empty.')).toBeVisible();
  // The stored fields are deleted once the page is painted, which takes a moment longer on a busy machine
  await expect.poll(stored).not.toContain('Hollis');
  await readsWell();
});
