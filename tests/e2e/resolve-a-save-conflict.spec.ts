import type { APIRequestContext } from '@playwright/test';
import sharp from 'sharp';
import { newId } from '#platform/server/crypto/ids.ts';
import { narrow, wide } from '../../playwright.config.ts';
import { expect, test } from '../support/screens/browser.ts';
import { showMarkdown, writeMarkdown } from '../support/screens/texts.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

// The second of two saves is refused with an error status
test.use({ expectedErrors: [/status of 409/] });

test('unsaved input in albums, photographs, users, documents and prices stays next to another admin’s version', async ({
  page,
  context,
  open,
  readsWell,
  site,
}) => {
  test.slow();
  // The mark consists of letters only. The test searches for it, and a search treats other characters of an id as the
  // end of a word
  const mark = newId()
    .replace(/[^a-z]/gi, '')
    .slice(0, 6);
  const { vera, mia, picture, show, doc } = await withSiteData(site, async (a) => ({
    vera: await a.user({ role: 'admin', firstname: 'Vera', lastname: 'Vane' }),
    mia: await a.user({ firstname: 'Mia', lastname: mark }),
    picture: await a.picture(`Bows ${mark}`),
    calls: await a.picture(`Calls ${mark}`),
    show: await a.show({ title: `Hamlet ${mark}` }),
    doc: await a.file({ member_docs: 'members', name: `Rules ${mark}.txt` }),
  }));
  await signIn(site, context, vera);
  const headers = { origin: site.url };
  const other: APIRequestContext = context.request;
  const save = async (path: string, data: object) => {
    const answer = await other.post(`${site.url}/members/api/${path}`, { data, headers });
    expect({ path, ...(await answer.json()) }).toMatchObject({ path, code: 200 });
    return answer.json();
  };
  const { id: album } = await save('manage_media/albums/new', { name: `Dress ${mark}`, media: [picture] });
  await save('admin/set_show_photos', { album, show });
  const theirs = page.getByRole('region', { name: 'Vera Vane’s version' });
  const take = theirs.getByRole('button', { name: 'Use Vera Vane’s version' });

  await test.step('a conflict in an album shows the other admin’s version', async () => {
    await open(`/members/admin/manage_media?album=${album}`);
    await page.getByLabel('Name').fill('Mine');
    await save('manage_media/albums/edit', { id: album, version: 2, name: 'Theirs', cover: '', media: [picture] });
    await page.getByRole('button', { name: 'Save album' }).click();
    await expect(theirs).toContainText('Theirs');
    await expect(page.getByLabel('Name')).toHaveValue('Mine');
    await readsWell();
    await take.click();
    await expect(page.getByLabel('Name')).toHaveValue('Theirs');
    await expect(theirs).toHaveCount(0);

    // Adding a picture outside the form fetches the page again, including the other admin's save
    await page.getByLabel('Name').fill('Mine again');
    await save('manage_media/albums/edit', {
      id: album,
      version: 3,
      name: 'Theirs again',
      cover: '',
      media: [picture],
    });
    await page.getByRole('button', { name: 'Add from the media library' }).click();
    const library = page.getByRole('dialog');
    await library.getByRole('searchbox').fill(`Calls ${mark}`);
    await library.getByRole('button', { name: 'Search' }).click();
    await library.getByRole('button', { name: `Calls ${mark}` }).click();
    await library.getByRole('button', { name: 'Add 1 selected' }).click();
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(2);
    await page.getByRole('button', { name: 'Save album' }).click();
    await expect(theirs).toContainText('Theirs again');
    await page.getByRole('button', { name: 'Save album' }).click();
    await expect(page.getByText('Album saved.')).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('Mine again');
  });

  await test.step('a conflict in a show’s photographs shows the other admin’s version', async () => {
    await open(`/members/admin/set_show_photos?show=${show}`);
    await page.getByLabel('Caption').fill('Mine');
    const photos = [{ id: picture, caption: 'Theirs', featured: true, people: [] }];
    await save('admin/arrange_show_photos', { show, version: 1, photos });
    await page.getByRole('button', { name: 'Save photographs' }).click();
    await expect(theirs).toContainText(`Bows ${mark} (featured): Theirs`);
    await readsWell();
    await page.getByRole('button', { name: 'Save photographs' }).click();
    await expect(page.getByText('Photographs saved.')).toBeVisible();
    await expect(page.getByLabel('Caption')).toHaveValue('Mine');

    // The user types more while a save is in flight, and another admin saves before the page shows that save
    await page.getByLabel('Caption').fill('Mine again');
    await page.route(
      /arrange_show_photos/,
      async (route) => {
        await page.getByLabel('Caption').fill('Mine at last');
        const response = await route.fetch();
        const { version } = await response.json();
        await save('admin/arrange_show_photos', { show, version, photos });
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    const arrange = page.getByRole('button', { name: 'Save photographs' });
    await arrange.click();
    await expect(page.getByText('Photographs saved.')).toBeVisible();
    await expect(arrange).not.toHaveAttribute('aria-busy', 'true');
    await arrange.click();
    await expect(theirs).toContainText(`Bows ${mark} (featured): Theirs`);
    await expect(page.getByLabel('Caption')).toHaveValue('Mine at last');
    await arrange.click();
    await expect(theirs).toHaveCount(0);
    await expect(page.getByLabel('Caption')).toHaveValue('Mine at last');
  });

  await test.step('a conflict in a picture’s description shows the other admin’s version', async () => {
    await open(`/members/admin/manage_media?q=${mark}`);
    await page.locator(`#open-${picture}`).click();
    await page.getByLabel('Credit').fill('Mine');
    await save('manage_media/edit', { id: picture, version: 1, alt: 'Theirs', credit: '', consent: '' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(theirs).toContainText('Theirs');
    await expect(page.getByLabel('Credit')).toHaveValue('Mine');
    await readsWell();
    await take.click();
    await expect(page.getByLabel('Alternative text')).toHaveValue('Theirs');
    await expect(page.getByLabel('Credit')).toHaveValue('');

    // The next item appears once this one has been saved, even if saving normalises the input
    const turn = page.getByRole('button', { name: /^(Previous|Next)$/, disabled: false });
    const place = await page.getByText(/^[12] of 2$/).textContent();
    await page.getByLabel('Credit').fill('Ann Hale ');
    await turn.click();
    await expect(page.getByText(place === '1 of 2' ? '2 of 2' : '1 of 2')).toBeVisible();
  });

  await test.step('a conflict in a user’s permissions shows the other admin’s version', async () => {
    await open(`/members/admin/manage_users/${mia.id}`);
    await page.getByLabel('Role', { exact: true }).selectOption({ label: 'Author' });
    await save(`admin/users/${mia.id}/access`, { version: 1, role: 'member', bookings: 'yes' });
    await page.getByRole('button', { name: 'Save permissions' }).click();
    await expect(theirs).toContainText('Manage Bookings');
    await expect(page.getByLabel('Role', { exact: true })).toHaveValue('author');
    await readsWell();
    // On a phone, the message about the conflict is above the other admin's version
    await page.setViewportSize(narrow);
    const answer = await page.getByRole('alert').filter({ hasText: /./ }).boundingBox();
    const version = await theirs.boundingBox();
    expect((answer?.y ?? NaN) + (answer?.height ?? NaN)).toBeLessThanOrEqual(version?.y ?? NaN);
    await page.setViewportSize(wide);
    await page.getByRole('button', { name: 'Save permissions' }).click();
    await expect(page.getByText(/^Permissions for .* saved\./)).toBeVisible();
    await expect(theirs).toHaveCount(0);
  });

  await test.step('a conflict in a document shows the other admin’s version', async () => {
    await open('/members/docs/manage');
    await page.getByRole('button', { name: `Edit Rules ${mark}.txt` }).click();
    await page.getByLabel('Name', { exact: true }).fill('Mine.txt');
    await save(`docs/${doc}`, { version: 1, name: `Theirs ${mark}.txt`, readers: 'public' });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(theirs).toContainText('Everyone');
    await readsWell();
    await take.click();
    await expect(page.getByRole('link', { name: `Theirs ${mark}.txt` })).toBeVisible();
  });

  await test.step('input stays with the version that was open when it was typed', async () => {
    const text = await showMarkdown(page, 'Introduction');
    await page.getByRole('button', { name: `Edit Theirs ${mark}.txt` }).click();
    await page.getByLabel('Name', { exact: true }).fill('Mine.txt');
    await save(`docs/${doc}`, { version: 2, name: `Theirs ${mark}.txt`, readers: 'members' });
    const version = page.locator('form[action="/members/api/docs/text"] input[name=version]');
    const before = await version.inputValue();
    await text.fill('First');
    await page.getByRole('button', { name: 'Save introduction' }).click();
    await expect(version).not.toHaveValue(before);
    // The search is limited to the page's content, because the sidebar lists the members' documents too
    const row = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: `Theirs ${mark}.txt` });
    await expect(row).toContainText('Members only');
    await expect(text).toHaveValue('First');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(theirs).toContainText('Members only');
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Mine.txt');
    await writeMarkdown(page, 'Introduction', 'Mine');
    await save('docs/text', { version: Number(await version.inputValue()), content: 'Theirs' });
    await take.click();
    await expect(theirs).toHaveCount(0);
    await expect(text).toHaveValue('Mine');
    await page.getByRole('button', { name: 'Save introduction' }).click();
    await expect(theirs).toContainText('Theirs');
    await take.click();
    await expect(text).toHaveValue('Theirs');
  });

  await test.step('a conflict in the files of a picture and of a document shows the other admin’s version', async () => {
    const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const replace = async (path: string, field: string, sent: object) => {
      const multipart = { ...sent, [field]: { name: 'theirs.png', mimeType: 'image/png', buffer } };
      const answer = await other.post(`${site.url}/members/api/${path}`, { multipart, headers });
      expect({ path, ...(await answer.json()) }).toMatchObject({ path, code: 200 });
    };
    await open(`/members/admin/manage_media?q=${mark}`);
    await page.locator(`#open-${picture}`).click();
    await replace('manage_media/replace', 'fileElem', { id: picture, version: '1' });
    const mine = { name: 'mine.png', mimeType: 'image/png', buffer };
    await page.getByLabel('Replace file').setInputFiles(mine);
    await expect(theirs).toContainText('Current file');
    await readsWell();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('File replaced. You can restore')).toBeVisible();
    await expect(theirs).toHaveCount(0);

    await open('/members/docs/manage');
    await page.getByRole('button', { name: `Edit Theirs ${mark}.txt` }).click();
    await replace(`docs/${doc}/replace`, 'files', { version: '3' });
    await page.getByLabel('New version').setInputFiles(mine);
    await page.getByRole('button', { name: 'Replace document' }).click();
    await expect(theirs).toContainText(`Theirs ${mark}.png`);
    await readsWell();
    await take.click();
    await expect(page.getByRole('link', { name: `Theirs ${mark}.png` })).toBeVisible();
    await expect(page.getByLabel('New version')).toHaveCount(0);
  });

  await test.step('a conflict in a membership plan’s price shows the other admin’s version', async () => {
    const plan = { levelName: `Friend ${mark}`, amount: '10', period: 'yearly', renewal_month: '09' };
    const plans = 'admin/admin_settings/subs';
    const { id } = await save(`${plans}/add_new_plan`, plan);
    await open('/members/admin/admin_settings');
    const row = page.getByRole('listitem').filter({ hasText: `Friend ${mark}` });
    await row.getByRole('button', { name: `Edit Friend ${mark}` }).click();
    await row.getByLabel('Amount in pounds').fill('15');
    await save(`${plans}/${id}`, { ...plan, amount: '12', version: 1 });
    // Meanwhile, a save outside the form makes the page fetch its data again
    await row.getByRole('button', { name: 'Close to new members' }).click();
    await expect(row).toContainText('£12.00');
    await row.getByRole('button', { name: 'Save plan' }).click();
    await expect(theirs).toContainText('£12.00 a year');
    await expect(row.getByLabel('Amount in pounds')).toHaveValue('15');
    await readsWell();
    await row.getByRole('button', { name: 'Save plan' }).click();
    await expect(row).toContainText('£15.00');
    await expect(theirs).toHaveCount(0);
  });

  await test.step('a conflict in a ticket type’s price shows the other admin’s version', async () => {
    const datetime = `${new Date().getUTCFullYear() + 1}-04-14T19:30`;
    await save('bookings/add_new_performance', { datetime, show_id: show });
    await open(`/members/bookings?show=${show}#manage-performances`);
    await page.getByRole('button', { name: /^Edit/ }).click();
    const tickets = page.getByRole('region', { name: 'Tickets' });
    await tickets.getByRole('button', { name: 'Change Adult' }).click();
    await tickets.getByLabel('Price in pounds').fill('15');
    const path = await tickets.locator('form').first().getAttribute('action');
    await save(`${path}`.replace('/members/api/', ''), { name: 'Adult', price: '13', version: 1 });
    await tickets.getByRole('button', { name: 'Save ticket type' }).click();
    await expect(theirs).toContainText('£13.00');
    await readsWell();
    await take.click();
    await expect(tickets).toContainText('Adult, £13.00');
    await expect(tickets.getByLabel('Price in pounds')).toHaveCount(0);
  });
});

test('settings saved by another admin appear next to the unsaved input @phone', async ({
  page,
  context,
  open,
  readsWell,
  site,
}) => {
  await signIn(
    site,
    context,
    await withSiteData(site, (a) => a.user({ role: 'admin', firstname: 'Vera', lastname: 'Vane' })),
  );
  await open('/members/admin/admin_settings');
  const wiki = page.getByLabel('Help wiki');
  const before = await wiki.inputValue();
  await wiki.fill('https://mine.example');
  const call = `${site.url}/members/api/admin/admin_settings/site_settings`;
  const data = { 'help-wiki': 'https://theirs.example', registration: 'invitation' };
  expect((await context.request.post(call, { data, headers: { origin: site.url } })).status()).toBe(200);
  // Meanwhile, the page is fetched again, but typed text and the version on which it is based stay
  const plan = page.getByLabel('Plan name').last();
  await plan.fill(`Patron ${newId().slice(0, 6)}`);
  await page.getByLabel('Amount in pounds').last().fill('20');
  await page.getByRole('button', { name: 'Add plan' }).click();
  await expect(page.getByText(/^Added “Patron/)).toBeVisible();
  await expect(wiki).toHaveValue('https://mine.example');
  await page.getByRole('button', { name: 'Save settings' }).click();
  const theirs = page.getByRole('region', { name: 'Vera Vane’s version' });
  await expect(theirs).toContainText('https://theirs.example');
  await expect(theirs).toContainText('By invitation only');
  await expect(wiki).toHaveValue('https://mine.example');
  await readsWell();
  await theirs.getByRole('button', { name: 'Use Vera Vane’s version' }).click();
  await expect(wiki).toHaveValue('https://theirs.example');
  await wiki.fill(before);
  await page.getByLabel('New accounts').selectOption('approval');
  // Text typed while a save is in flight, or before the page has been fetched again, can then be saved without a
  // conflict
  const [sent, shown] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(call, (route) => sent.promise.then(() => route.continue()), { times: 1 });
  await page.route(
    (url) => url.searchParams.has('react'),
    (route) => shown.promise.then(() => route.continue()),
  );
  await page.getByRole('button', { name: 'Save settings' }).click();
  await wiki.fill('https://later.example');
  sent.resolve();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await expect(page.getByLabel('New accounts')).toHaveValue('approval');
  await wiki.fill('https://latest.example');
  shown.resolve();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('You have unsaved changes.')).toBeHidden();
  await expect(theirs).toHaveCount(0);
  await page.reload();
  await expect(wiki).toHaveValue('https://latest.example');
  await expect(page.getByLabel('New accounts')).toHaveValue('approval');
  await wiki.fill(before);
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
});

test('text typed or options chosen while a form is being saved stay, and are saved next', async ({
  page,
  context,
  open,
  site,
}) => {
  const { vera, mia, picture, show, performance } = await withSiteData(site, async (a) => {
    const show = await a.show({ title: 'Meanwhile', date: '2026-11-28' });
    return {
      show,
      performance: await a.performance({ show_id: show }),
      vera: await a.user({ role: 'admin', firstname: 'Vera', lastname: 'Vane' }),
      mia: await a.user({ firstname: 'Mia', lastname: 'Meanwhile' }),
      picture: await a.picture('Meanwhile'),
    };
  });
  await signIn(site, context, vera);
  const call = /\/members\/api\//;
  /**
   * Presses a button, runs `meanwhile` before the save reaches the site, and presses the button again after the save.
   */
  const saveTwice = async (name: string, meanwhile: () => Promise<unknown>) => {
    const sent = Promise.withResolvers<void>();
    await page.route(call, (route) => sent.promise.then(() => route.continue()), { times: 1 });
    const button = page.getByRole('button', { name, exact: true });
    await button.click();
    await meanwhile();
    sent.resolve();
    await expect(button).not.toHaveAttribute('aria-busy', 'true');
    // The visible confirmation may still be that of the first save
    const second = page.waitForResponse((answer) => call.test(answer.url()) && answer.request().method() !== 'GET');
    await button.click();
    expect((await second).status()).toBe(200);
    await expect(page.getByRole('region', { name: 'Vera Vane’s version' })).toHaveCount(0);
  };

  await test.step('input during the save of a picture’s description stays, and is saved next', async () => {
    await open('/members/admin/manage_media?q=Meanwhile');
    await page.locator(`#open-${picture}`).click();
    await page.getByLabel('Credit').fill('Ann Hale');
    await saveTwice('Save', () => page.getByLabel('Alternative text').fill('Meanwhile, the bows'));
    await expect(page.getByText(/^Saved “.+”\.$/)).toBeVisible();
    await page.reload();
    await page.locator(`#open-${picture}`).click();
    await expect(page.getByLabel('Credit')).toHaveValue('Ann Hale');
    await expect(page.getByLabel('Alternative text')).toHaveValue('Meanwhile, the bows');
  });

  await test.step('input during the save of a user’s permissions stays, and is saved next', async () => {
    await open(`/members/admin/manage_users/${mia.id}`);
    const role = page.getByLabel('Role', { exact: true });
    const bookings = page.getByRole('group', { name: 'Manage Bookings' });
    await role.selectOption({ label: 'Author' });
    await saveTwice('Save permissions', () => bookings.getByLabel('Yes', { exact: true }).check());
    await expect(page.getByRole('button', { name: 'Save permissions' })).toBeDisabled();
    await page.reload();
    await expect(role).toHaveValue('author');
    await expect(bookings.getByLabel('Yes', { exact: true })).toBeChecked();
  });

  await test.step('input during the save of the introduction to Member Docs stays, and is saved next', async () => {
    await open('/members/docs/manage');
    const words = await showMarkdown(page, 'Introduction');
    await words.fill('Ask Ann.');
    await saveTwice('Save introduction', () => writeMarkdown(page, 'Introduction', 'Ask Ann or Bob.'));
    await expect(page.getByText('Introduction saved.')).toBeVisible();
    await page.reload();
    await expect(words).toHaveValue('Ask Ann or Bob.');
  });

  await test.step('input during the save of a performance stays, and is saved next', async () => {
    const edit = async () => {
      await open(`/members/bookings?show=${show}`);
      await page.getByRole('tab', { name: 'Manage Performances' }).click();
      await page.getByRole('button', { name: /^Edit Saturday 28 November/ }).click();
    };
    await edit();
    const [notes, doors] = [page.getByLabel('Notes for visitors'), page.getByLabel(/^Doors open/)];
    await notes.fill('Captioned performance');
    await saveTwice('Save performance', () => doors.fill('45'));
    await expect(page.getByText('Performance saved.')).toBeVisible();
    await edit();
    await expect(notes).toHaveValue('Captioned performance');
    await expect(doors).toHaveValue('45');

    // The other version can be accepted even if the form shows no difference
    await notes.fill('Signed performance');
    const other = async (what: 'cancel' | 'restore') => {
      const path = `${site.url}/members/api/bookings/performances/${performance}/${what}`;
      const answer = await context.request.post(path, { data: {}, headers: { origin: site.url } });
      expect(await answer.json()).toMatchObject({ code: 200 });
    };
    const theirs = page.getByRole('region', { name: 'Vera Vane’s version' });
    const take = theirs.getByRole('button', { name: 'Use Vera Vane’s version' });
    await other('cancel');
    await page.getByRole('button', { name: 'Save performance' }).click();
    await expect(theirs).toContainText('StatusCancelled');
    await take.click();
    await expect(notes).toHaveValue('Captioned performance');
    // The test waits until the page has loaded the cancellation, because restoring the performance before that would
    // make the versions equal
    await expect(page.getByRole('tabpanel').getByText('Cancelled', { exact: true })).toBeVisible();
    // The same applies if a save outside the form has already made the page load the other version
    await notes.fill('Signed performance');
    await other('restore');
    await page.getByRole('button', { name: 'Save performance' }).click();
    await expect(take).toBeVisible();
    await page.getByRole('button', { name: 'Add a ticket type' }).click();
    await page.getByLabel('Ticket type').fill('Patron');
    await page.getByLabel('Price in pounds').fill('20');
    await page.getByRole('button', { name: 'Add ticket type' }).click();
    await expect(page.getByRole('region', { name: 'Tickets' })).toContainText('Patron, £20.00');
    await take.click();
    await expect(notes).toHaveValue('Captioned performance');
  });
});
