import { expect, test } from '../support/screens/browser.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

test.slow();

test('another shop’s orders are imported without the invalid ones, and a second import would leave them unchanged', async ({
  page,
  context,
  open,
  readsWell,
  site,
}) => {
  const { seller, show } = await withSiteData(site, async (a) => {
    const user = await a.user({ firstname: 'Bea', lastname: 'Till' });
    await a.allow(user, { bookings: true });
    const made = await a.show({ title: 'The Other Counter', first_date: '2027-06-05', date: '2027-06-05' });
    await a.performance({ show_id: made, starts_at: '2027-06-05T18:30:00.000Z' });
    return { seller: user, show: made };
  });
  const list = (...lines: string[]) => ({
    name: 'sold.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['reference,name,ticket type,quantity,seats', ...lines].join('\n')),
  });
  await signIn(site, context, seller);
  await open(`/members/bookings?show=${show}`);
  await page.getByRole('tab', { name: 'Bookings', exact: true }).click();
  const panel = page.getByRole('tabpanel', { name: 'Bookings' });
  await panel.getByText('Import orders sold elsewhere').click();
  const imports = panel.locator('details').filter({ hasText: 'Import orders sold elsewhere' });
  await imports.getByLabel('Performance').selectOption({ index: 1 });
  const good = 'T-1,Wanda Elsewhere,Adult,2,A1 A2';
  const isImport = (url: URL) => url.pathname.endsWith('/import_orders');

  await test.step('the preview shows the outcome of each order and every error', async () => {
    await panel.getByLabel('List of orders').setInputFiles(list(good, 'T-2,Vic Elsewhere,Student,1,'));
    await panel.getByRole('button', { name: 'Preview the import' }).click();
    await expect(panel.getByText('Line 3, ticket type: “Student” isn’t one of ours')).toBeVisible();
    await expect(panel.getByText('Will be imported: 2 Adult for £24.00, in A1, A2.')).toBeVisible();
    await readsWell();
    const importing = panel.getByRole('button', { name: 'Leave the rest out and import one order' });
    // After an error of the site, pressing the same button again still leaves the other order out
    const busy = { code: 503, msg: 'The site is busy. Try again.' };
    await page.route(isImport, (route) => route.fulfill({ json: busy }), { times: 1 });
    await importing.click();
    await expect(panel.getByText(busy.msg)).toBeVisible();
    await importing.click();
    await expect(panel.getByText('List imported.')).toBeVisible();
    await expect(panel.getByRole('row', { name: /Wanda Elsewhere.*Sold elsewhere/ })).toBeVisible();
  });

  await test.step('if another file is chosen while a file is read, the first file’s preview isn’t shown', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(isImport, async (route) => {
      await held;
      await route.continue();
    });
    const chosen = panel.getByLabel('List of orders');
    await chosen.setInputFiles(list('T-7,Ned Elsewhere,Adult,1,'));
    const answered = page.waitForResponse((response) => isImport(new URL(response.url())));
    await panel.getByRole('button', { name: 'Preview the import' }).click();
    await chosen.setInputFiles(list('T-8,Ina Elsewhere,Adult,40,'));
    release();
    await (await answered).finished();
    await expect(panel.getByRole('button', { name: 'Preview the import' })).toBeVisible();
    await expect(panel.getByText('Will be imported')).toHaveCount(0);
    await expect(panel.getByRole('button', { name: /import one order/i })).toHaveCount(0);
    await page.unroute(isImport);
  });

  await test.step('importing the same file again changes nothing', async () => {
    await panel.getByLabel('List of orders').setInputFiles(list(good));
    await panel.getByRole('button', { name: 'Preview the import' }).click();
    await expect(panel.getByText('Already imported: left unchanged.')).toBeVisible();
    await expect(panel.getByRole('button', { name: /^Import one order/ })).toHaveCount(0);
  });

  await test.step('imported orders have seats, and the report shows their money as taken elsewhere', async () => {
    await page.getByRole('tab', { name: 'Performances', exact: true }).click();
    await expect(page.getByText('£24.00 taken')).toHaveCount(2);
    await expect(page.getByText('£24.00 of it sold elsewhere. Nothing to pay at the door.')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: /2 sold/ })).toContainText('All 2 seated');
    await expect(page.getByRole('row', { name: /Wanda Elsewhere.*Sold elsewhere £24\.00 A1, A2/ })).toBeVisible();
  });
});
