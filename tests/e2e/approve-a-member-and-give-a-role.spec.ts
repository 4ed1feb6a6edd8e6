import { sendInvitations } from '#features/identity/users/contract.ts';
import { expect, test } from '../support/screens/browser.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

test.slow();

const base = '/members/admin/manage_users';

test('an admin approves a member, lets her manage bookings, links and unlinks a person, and disables the account', async ({
  page,
  open,
  site,
  context,
  browser,
}, { project }) => {
  const surname = `Farrow ${project.name}`;
  const email = `nell.duty.${project.name}@example.org`;
  const [ruth, nell] = await withSiteData(site, async (a) => [
    await a.user({ role: 'admin', firstname: 'Ruth', lastname: 'Calloway' }),
    await a.user({ firstname: 'Nell', lastname: surname, email, status: 'awaiting' }),
  ]);
  await signIn(site, context, ruth);

  await open('/members/dashboard');
  await page.getByRole('link', { name: 'Approve or decline' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Users');
  await expect(page.getByLabel('Account')).toHaveValue('awaiting');
  // In the list of all users, those waiting for approval come first
  await page.getByRole('link', { name: 'Show all' }).click();
  const asking = page.getByRole('region', { name: 'Waiting for approval' });
  await expect(asking.getByRole('link', { name: `Nell ${surname}` })).toBeVisible();

  // Decline is pressed by mistake and undone: the account awaits approval again
  await page.getByRole('button', { name: `Decline Nell ${surname}` }).click();
  const refuse = page.getByRole('dialog', { name: `Decline Nell ${surname}?` });
  await expect(refuse.getByRole('button', { name: 'Keep them waiting' })).toBeFocused();
  await refuse.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText(`Nell ${surname} can’t sign in and hasn’t been notified.`)).toBeVisible();
  await expect(asking.getByRole('link', { name: `Nell ${surname}` })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`Nell ${surname} is waiting for approval again.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();

  await page.getByRole('link', { name: `Nell ${surname}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Nell ${surname}`);
  // Declining works on Nell's own page too, and a double click on undo has only one effect
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  let takenBack = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/reconsider')) takenBack += 1;
  });
  await page.getByRole('button', { name: 'Undo' }).dblclick();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('can sign in now. This site can’t send email: tell them yourself.')).toBeVisible();
  expect(takenBack).toBe(1);
  await expect(page.getByText('They can sign in.', { exact: true })).toBeVisible();

  const bookings = page.getByRole('group', { name: 'Manage Bookings' });
  await bookings.getByLabel('Yes').check();
  await page.getByRole('link', { name: 'Manage Users' }).last().click();
  const asks = page.getByRole('dialog');
  await expect(asks).toContainText(`Leave without saving Nell ${surname}’s permissions?`);
  await asks.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save permissions' }).click();
  await expect(page.getByText(`Permissions for Nell ${surname} saved.`)).toBeVisible();
  await expect(bookings.getByLabel('Yes')).toBeChecked();

  const who = page.getByRole('combobox', { name: 'Their name in shows' });
  await who.fill('Gwen Par');
  await page
    .getByRole('option', { name: /Gwen Parry/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Link them' }).click();
  await expect(page.getByRole('link', { name: 'Gwen Parry' })).toBeVisible();
  await expect(page.getByText(/Ruth Calloway changed what a user may use/)).toBeVisible();
  await page.getByRole('button', { name: 'Unlink Gwen Parry' }).click();
  await expect(page.getByText('Gwen Parry is no longer linked to a member.')).toBeVisible();

  // In her own browser, Nell is signed in and has her role, and loses access as soon as her account is disabled
  const hers = await browser.newContext();
  await signIn(site, hers, nell);
  const nellsPage = await hers.newPage();
  expect((await nellsPage.goto(`${site.url}/members/bookings`))?.status()).toBe(200);
  expect((await nellsPage.goto(`${site.url}${base}`))?.status()).toBe(403);
  await page.getByRole('button', { name: 'Disable the account' }).click();
  await asks.getByRole('button', { name: 'Disable account' }).click();
  await expect(page.getByText('can no longer sign in')).toBeVisible();
  expect((await nellsPage.goto(`${site.url}/members/bookings`))?.status()).toBe(401);
  await hers.close();
});

test('an admin approves three of four waiting people at once', async ({ page, open, readsWell, site, context }, {
  project,
}) => {
  const surname = `Latimer${project.name}`;
  const ruth = await withSiteData(site, async (a) => {
    for (const firstname of ['Ann', 'Bob', 'Cy', 'Dot'])
      await a.user({ firstname, lastname: surname, status: 'awaiting' });
    return a.user({ role: 'admin', firstname: 'Ruth', lastname: 'Calloway' });
  });
  await signIn(site, context, ruth);
  await open(`${base}?status=awaiting&q=${surname}`);
  const bar = page.getByRole('region', { name: 'Selected people' });
  await page.getByRole('button', { name: 'Select all 4 on this page' }).click();
  await expect(bar.getByText('4 selected')).toBeVisible();
  await page.getByRole('checkbox', { name: `Select Cy ${surname}` }).focus();
  await page.keyboard.press('Space');
  await readsWell();
  await bar.getByRole('button', { name: 'Approve 3' }).click();
  const said = `Ann ${surname}, Bob ${surname} and Dot ${surname} can sign in now. This site can’t send email: tell them yourself.`;
  await expect(page.getByText(said)).toBeVisible();
  await expect(bar).toBeHidden();
  // The focus moves to the confirmation, because the pressed button no longer exists
  await expect(page.locator(':focus')).toContainText(said);
  await expect(page.getByRole('link', { name: `Cy ${surname}` })).toBeVisible();
  await expect(page.getByRole('link', { name: `Ann ${surname}` })).toBeHidden();
});

test('people in a pasted list are previewed, then invited; an invitation is withdrawn, restored and sent again', async ({
  page,
  open,
  readsWell,
  site,
  context,
}, { project }) => {
  const at = `${project.name}.example.org`;
  const ruth = await withSiteData(site, async (a) => {
    await a.user({ email: `member@${at}` });
    return a.user({ role: 'admin', firstname: 'Ruth', lastname: 'Calloway' });
  });
  await signIn(site, context, ruth);
  await open(`${base}/invite`);
  const list = page.getByLabel('Names and addresses');
  // On a slow connection, lines added while the list is being read aren't read yet, but they aren't lost either
  const held = (path: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    return page.route(path, (route) => promise.then(() => route.continue()), { times: 1 }).then(() => resolve);
  };
  const read = await held('**/invitations/read');
  await list.fill(`Zoë\tLark\tzoe@${at}`);
  await page.getByRole('button', { name: 'Preview list' }).click();
  await list.fill(`Zoë\tLark\tzoe@${at}\nBob Ash <bob@${at}>\nmember@${at}\nsomebody without an address`);
  read();
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Who to invite' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Preview list' }).click();
  await expect(page.getByText('One line couldn’t be read')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /Zoë Lark/ })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: new RegExp(`member@${at}`) })).toBeDisabled();
  await expect(page.getByText('already has an account')).toBeVisible();
  await readsWell();
  await page.getByRole('checkbox', { name: /Bob Ash/ }).uncheck();
  const sent = await held('**/api/admin/invitations');
  await page.getByRole('button', { name: 'Send one invitation' }).click();
  await list.fill('Dot Moss');
  sent();
  // The demo has no mail server, so no email is sent
  await expect(page.getByText('One invitation created; nothing was emailed.')).toBeVisible();
  await expect(list).toHaveValue('Dot Moss');
  await list.fill('');
  await expect(page.getByLabel('Link for Zoë Lark')).toHaveValue(/\/members\/invitation\/[\w-]{43}$/);
  const withdraw = page.getByRole('button', { name: 'Withdraw the invitation for Zoë Lark' });
  await withdraw.click();
  await expect(page.getByText(`The link for zoe@${at} no longer works.`)).toBeVisible();
  await expect(withdraw).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`The link for zoe@${at} works again.`)).toBeVisible();
  await expect(withdraw).toBeVisible();
  const mails = await withSiteData(site, (_, db) =>
    db.read.selectFrom('mail').select('to').where('to', 'like', `%${at}`).execute(),
  );
  expect(mails).toEqual([{ to: `zoe@${at}` }]);

  // A double click must send only one invitation, because a second one would invalidate the link in the first
  let asked = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(sendInvitations.path)) asked += 1;
  });
  await page.getByRole('button', { name: 'Invite again: Zoë Lark' }).dblclick();
  await expect(page.getByText('One person invited.')).toBeVisible();
  expect(asked).toBe(1);
});

// The test runs on a phone too, where the table's rows are blocks and a field replaces its headings
test('users are searched, filtered and sorted in place, and Back three times returns to the whole list @phone', async ({
  page,
  open,
  site,
  context,
}, { project }) => {
  const ruth = await withSiteData(site, (a) => a.user({ role: 'admin', firstname: 'Ruth', lastname: 'Calloway' }));
  await signIn(site, context, ruth);
  await open(base);
  const rows = page.getByRole('row');
  const many = await rows.count();
  await page.getByRole('searchbox', { name: 'Search names and addresses' }).fill('calloway');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/for “calloway”/)).toBeVisible();
  await expect(page.getByRole('searchbox')).toBeFocused();
  if (project.name === 'phone') await page.getByRole('button', { name: 'Filter and sort' }).click();
  await page.getByLabel('Role').focus();
  await page.getByLabel('Role').selectOption('admin');
  await expect(page).toHaveURL(/q=calloway&role=admin/);
  await expect(page.getByLabel('Role')).toBeFocused();
  if (project.name === 'phone') {
    await page.getByLabel('Sort by').selectOption('-surname');
  } else {
    await page.getByRole('link', { name: 'Name', exact: true }).click();
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  }
  await expect(page).toHaveURL(/sort=-surname/);
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${base}$`));
  await expect(rows).toHaveCount(many);
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('text typed into the search of users while rows are loading stays there', async ({
  page,
  open,
  site,
  context,
}) => {
  await signIn(site, context, await withSiteData(site, (a) => a.user({ role: 'admin' })));
  await open(base);
  const { promise: held, resolve: come } = Promise.withResolvers<void>();
  await page.route(/[?&]react/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByLabel('Role').selectOption('admin');
  await expect(page.locator('table[aria-busy]')).toHaveCount(1);
  await page.getByRole('searchbox').fill('callo');
  come();
  await expect(page.locator('table[aria-busy]')).toHaveCount(0);
  await expect(page.getByRole('searchbox')).toHaveValue('callo');
});

test('without JavaScript, the users table can be searched and filtered', async ({ browser, site }) => {
  const ruth = await withSiteData(site, (a) => a.user({ role: 'admin', firstname: 'Ruth', lastname: 'Plain' }));
  const context = await browser.newContext({ javaScriptEnabled: false });
  await signIn(site, context, ruth);
  const page = await context.newPage();
  await page.goto(site.url + base);
  await page.getByRole('searchbox').fill('plain');
  await page.getByLabel('Role').selectOption('admin');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('link', { name: 'Ruth Plain' }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await context.close();
});
