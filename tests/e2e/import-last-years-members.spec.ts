import { expect, test } from '../support/screens/browser.ts';
import { createUserWith, signIn, withSiteData } from '../support/society/members.ts';

test.slow();

const list = [
  'Name,Email,Membership,Date paid,How',
  'Nan Ford,nan.ford@example.org,Full member,3/9/2024,Cheque',
  'Wilf Marsh,,Full member,3/9/2024,Cash',
  'Nobody Known,,Gold,3/9/2024,Cash',
].join('\n');

test('a secretary imports last year’s members, and reminds one who hasn’t paid since', async ({
  page,
  context,
  open,
  readsWell,
  site,
}) => {
  const secretary = await createUserWith(site, { firstname: 'Sue', lastname: 'Penn' }, { get_subs: true });
  await signIn(site, context, secretary);
  await open('/members/dashboard');
  await page.getByRole('navigation', { name: 'Members' }).getByRole('link', { name: 'Get Subs' }).click();
  await page.getByRole('navigation', { name: 'Members' }).getByRole('link', { name: 'Membership' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Membership');

  await test.step('the preview shows the outcome of each row before anything changes', async () => {
    await page.getByRole('link', { name: 'Import a list' }).click();
    await page.getByLabel('Or paste the rows of the list').fill(list.replaceAll(',', '\t'));
    await page.getByRole('button', { name: 'Preview the import' }).click();
    await expect(page.getByRole('row', { name: /Nan Ford/ })).toContainText('No account yet');
    const couple = `${list}\nNed Ford,nan.ford@example.org,Full member,3/9/2024,Cheque`;
    await page.getByLabel('Or paste the rows of the list').fill(couple.replaceAll(',', '\t'));
    await page.getByRole('button', { name: 'Preview the import' }).click();
    await page.getByRole('button', { name: 'Import 3 rows' }).click();
    await expect(page.getByLabel(/^Lines 2 and 5: Nan Ford and Ned Ford/)).toBeFocused();
    await page
      .getByLabel('Membership list')
      .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list) });
    await page.getByRole('button', { name: 'Preview the import' }).click();
    await expect(page.getByText('Nothing has been changed yet.')).toBeVisible();
    await expect(page.getByText('Line 4, Membership: “Gold” isn’t one of our plans')).toBeVisible();
    await expect(page.getByRole('row', { name: /Nan Ford/ })).toContainText('No account yet');
    await readsWell();
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await expect(page.getByText('List imported.')).toBeVisible();
  });

  await test.step('undoing an import clears its report, and the list can be imported and undone again', async () => {
    await page.getByRole('button', { name: 'Undo the import of list.csv' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click();
    await expect(page.getByText('Import undone.')).toBeVisible();
    await expect(page.getByText('List imported.')).toHaveCount(0);
    await expect(page.getByRole('row', { name: /Nan Ford/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Preview the import' }).click();
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await expect(page.getByText('List imported.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo the import of list.csv' })).toBeVisible();
  });

  await test.step('the imported members are listed, and one is removed', async () => {
    await page.getByRole('link', { name: 'Membership' }).first().click();
    await page.getByLabel('Account').selectOption('no');
    await expect(page.getByRole('row', { name: /Nan Ford/ })).toContainText('Lapsed');
    await page.getByRole('button', { name: 'Remove… Wilf Marsh from the list' }).click();
    await readsWell();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove from list' }).click();
    await expect(page.getByRole('row', { name: /Wilf Marsh/ })).toHaveCount(0);
  });

  await test.step('the email is previewed before it is sent, and is sent once', async () => {
    await page.getByRole('link', { name: 'Remind members' }).click();
    await expect(page.getByText('Your membership (Full member) was paid until').first()).toBeVisible();
    await page.getByRole('button', { name: 'Select none' }).click();
    await page.getByRole('checkbox', { name: /Nan Ford/ }).check();
    await page.getByRole('button', { name: 'Send one email' }).click();
    await expect(
      page.getByText(
        'No email was sent, because this site has no mail server yet. Unsent emails are kept in the mail log.',
      ),
    ).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Nan Ford' })).toContainText('less than a week ago');
  });

  await test.step('without a mail server, an admin who invites a member gets a link to pass on', async () => {
    await signIn(site, context, await withSiteData(site, (a) => a.user({ role: 'admin' })));
    await open('/members/membership?account=no');
    await page.getByRole('button', { name: 'Invite Nan Ford' }).click();
    await expect(page.getByLabel('Link for Nan Ford')).toHaveValue(/\/members\/invitation\/[\w-]{43}$/);
    await expect(page.getByRole('row', { name: /Nan Ford/ })).toContainText('No account yet, invited');
    await readsWell();
  });

  await test.step('an import of which nobody is left on the list offers no undo, and says so', async () => {
    await page.getByRole('button', { name: 'Remove… Nan Ford from the list' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove from list' }).click();
    await expect(page.getByRole('row', { name: /Nan Ford/ })).toHaveCount(0);
    await page.getByRole('link', { name: 'Import a list' }).click();
    await page.getByText('Earlier imports').click();
    await page.getByRole('button', { name: 'Undo the import of list.csv' }).click();
    const dialog = page.getByRole('dialog', { name: 'The import of list.csv can’t be undone' });
    await expect(dialog.getByText('Nothing else is left to undo.')).toBeVisible();
    await readsWell();
    await expect(dialog.getByRole('button')).toHaveAccessibleName('Close');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('button', { name: 'Undo the import of list.csv' })).toBeVisible();
  });
});
