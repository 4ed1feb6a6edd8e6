import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { newId } from '#platform/server/crypto/ids.ts';
import { expect, test } from '../support/screens/browser.ts';
import { writeMarkdown } from '../support/screens/texts.ts';
import { type Factories, inCast } from '../support/society/factories.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

test.beforeEach(async ({ site, context }) =>
  signIn(
    site,
    context,
    await withSiteData(site, (a) => a.user({ role: 'admin', firstname: 'Ruth', lastname: 'Bell' })),
  ),
);

/** Creates a show for this run only, with a person who is in no other test's show. */
async function withShow({ site }: { site: Parameters<typeof withSiteData>[0] }) {
  const mark = newId()
    .replace(/[^a-z]/gi, '')
    .slice(0, 6);
  const person = `Philippa Quill${mark.toLowerCase()}`;
  const title = `The ${mark} Tempest`;
  const id = await withSiteData(site, (a) =>
    a.show({ title, date: '2019-05-04', credits: [inCast(person, 'Miranda')] }),
  );
  return { mark, person, title, id, address: `/members/manage_shows/${id}/x` };
}

/** Adds a role at the end and types its name, using only the keyboard. */
async function addRole(page: Page, kind: 'cast' | 'crew', number: number, role: string) {
  await page.getByRole('button', { name: `Add a role to the ${kind}` }).press('Enter');
  const field = page.getByLabel(`Role ${number} in the ${kind}`, { exact: true });
  await expect(field).toBeFocused();
  await field.fill(role);
}

/** Finds the menu of a role's actions in its row. */
const menuOf = (page: Page, role: string) => page.locator('summary', { hasText: `More for ${role}` });

async function addPerson(page: Page, role: string) {
  await menuOf(page, role).press('Enter');
  await page.getByRole('button', { name: `Add a person to ${role}` }).press('Enter');
}

const save = (page: Page) => page.getByRole('button', { name: 'Save show' });

test('a keyboard user adds a show with cast, crew and a poster, and the site shows it', async ({
  page,
  open,
  readsWell,
  site,
}) => {
  test.setTimeout(150_000);
  const { mark, person } = await withShow({ site });
  const near = person.replace('Philippa', 'Phillippa');
  await open('/members/manage_shows');
  await page.getByRole('link', { name: 'New show' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New show');

  await page.getByLabel('Title', { exact: true }).fill(`A ${mark} of One’s Own`);
  await page.getByLabel('Genre').fill('Masque');
  await page.getByLabel('First performance').fill('12 November 2026');
  await page.getByLabel('Last performance').fill('14 November 2026');
  await expect(page.getByText('We read this as Thursday 12 to Saturday 14 November 2026.')).toBeVisible();
  await writeMarkdown(page, 'Description', '**Five** rooms, one house.');
  const look = page.getByRole('button', { name: 'Preview' });
  await look.click();
  await expect(page.getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText('Five');
  await look.click();

  await addRole(page, 'cast', 1, 'Orlando');
  const who = page.getByRole('combobox', { name: 'Add a person to Orlando' });
  await who.fill(near);
  await who.press('Enter');
  const meant = page.getByRole('option', { name: new RegExp(`^Did you mean ${person}`) });
  await expect(meant).toHaveAttribute('aria-selected', 'true');
  await readsWell();
  await who.press('Enter');
  await expect(page.getByRole('button', { name: `Remove ${person} from Orlando` })).toBeVisible();

  // Leaving the field adds a new person, because nobody has a similar name
  await who.fill(`Zoë Łoś${mark}`);
  await who.press('Tab');
  await expect(page.getByRole('button', { name: `Remove Zoë Łoś${mark} from Orlando` })).toBeVisible();
  // This name could belong to an existing person, so it is neither added as a new person nor silently dropped
  await addPerson(page, 'Orlando');
  await expect(who).toBeFocused();
  await who.fill(near);
  await who.press('Tab');
  await expect(page.getByText(`${near} hasn’t been chosen yet`)).toBeVisible();
  await save(page).press('Enter');
  await expect(
    page.getByRole('alert').getByText(`${near} hasn’t been chosen yet. Choose who it is, then save.`),
  ).toBeVisible();
  await expect(who).toBeFocused();
  await who.fill('');

  await page.getByRole('button', { name: 'Paste a list from the programme' }).press('Enter');
  await page
    .getByLabel('The list')
    .fill(
      `Cast\nQueen Elizabeth – ${person}\nSasha ....... Renée Ünal${mark}\nCrew\nDirector\tAnn Hale${mark}, ${near}\n(interval)`,
    );
  await page.getByRole('button', { name: 'Preview list' }).press('Enter');
  await expect(
    page.getByText('3 roles, 4 people, 3 of them new to the archive. 1 line couldn’t be read.'),
  ).toBeFocused();
  await page.getByLabel(`Who ${near} is`).selectOption({ label: `${person}, 1 show` });
  await readsWell();
  await page.getByRole('button', { name: 'Add 3 roles' }).press('Enter');

  const sasha = page.getByLabel('Role 3 in the cast', { exact: true });
  await expect(sasha).toHaveValue('Sasha');
  await sasha.press('Alt+ArrowUp');
  await expect(page.getByText('Sasha moved to position 2 of 3')).toBeAttached();
  await expect(page.getByLabel('Role 2 in the cast', { exact: true })).toBeFocused();

  await page.getByRole('button', { name: /^Upload artwork.*Programme cover/ }).press('Enter');
  const library = page.getByRole('dialog', { name: 'Choose a picture: Programme cover' });
  await expect(library.getByText(/\d+ items?$/)).toBeVisible();
  await readsWell();
  const poster = await sharp({ create: { width: 600, height: 848, channels: 3, background: '#274' } })
    .png()
    .toBuffer();
  await library
    .getByLabel('Upload a new file')
    .setInputFiles({ name: `poster ${mark}.png`, mimeType: 'image/png', buffer: poster });
  await expect(library).toBeHidden({ timeout: 20_000 });
  await expect(page.getByRole('img', { name: 'Current programme cover' })).toBeVisible();
  await expect(page.getByText('No artwork yet')).toBeHidden();

  await save(page).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Edit A ${mark} of One’s Own`);
  await page.getByRole('link', { name: 'View on the site' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`A ${mark} of One’s Own`);
  const main = page.getByRole('main');
  for (const name of [person, `Zoë Łoś${mark}`, `Renée Ünal${mark}`, `Ann Hale${mark}`]) {
    await expect(main.getByRole('link', { name, exact: true }).first()).toBeVisible();
  }
});

test.describe('a show’s editor keeps working without a connection', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('a name that can’t be looked up isn’t treated as a new person', async ({ page, open, site }) => {
    const { address, person } = await withShow({ site });
    await open(address);
    await addRole(page, 'cast', 2, 'Ariel');
    await page.route('**/members/api/people**', (route) => route.abort());
    const who = page.getByRole('combobox', { name: 'Add a person to Ariel' });
    await who.fill(person.replace('Philippa', 'Phillippa'));
    const sent = page.waitForEvent('requestfailed');
    await who.press('Tab');
    await sent;
    await page.unrouteAll();
    await who.press('Enter');
    const meant = page.getByRole('option', { name: new RegExp(`^Did you mean ${person}`) });
    await expect(meant).toHaveAttribute('aria-selected', 'true');
  });
});

test('a name typed over a chosen person isn’t saved as that person', async ({ page, open, site, readsWell }) => {
  const { id, person } = await withShow({ site });
  await open('/members/admin/add-show-member');
  const form = page.getByRole('main');
  await form.getByLabel('Show').selectOption(id);
  await form.getByLabel('Role').fill('Ariel');
  const who = form.getByRole('combobox', { name: 'Person' });
  await who.fill(person);
  await form.getByRole('option', { name: person }).first().click();
  await expect(form.locator('strong', { hasText: person })).toBeVisible();
  const other = person.replace('Philippa', 'Phillippa');
  await who.fill(other);
  // The button is pressed by key, because the list of possible people covers it
  await form.getByRole('button', { name: 'Add to show' }).press('Enter');
  await expect(who).toHaveAccessibleDescription(new RegExp(`${other} hasn’t been chosen yet`));
  await expect(who).toBeFocused();
  await readsWell();
});

test.describe('a show with invalid values isn’t saved', () => {
  test.use({ expectedErrors: [/status of 400/] });

  test('after an invalid show is refused, its first invalid field has the focus and an error message, and everything typed is still there', async ({
    page,
    open,
    readsWell,
  }) => {
    await open('/members/manage_shows/new/New_show');
    await page.getByLabel('Subtitle').fill('A play for voices');
    await page.getByLabel('Last performance').fill('soon');
    await page.getByLabel('External review').fill('javascript:alert(1)');
    await save(page).press('Enter');
    const title = page.getByLabel('Title', { exact: true });
    await expect(title).toBeFocused();
    await expect(title).toHaveAccessibleDescription('Enter a title.');
    await expect(page.getByLabel('Subtitle')).toHaveValue('A play for voices');
    await readsWell();
    await page.getByRole('main').getByRole('link', { name: 'Manage Shows', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving this show?' });
    await question.getByRole('button', { name: 'Keep editing' }).press('Enter');
    await expect(page.getByLabel('Last performance')).toHaveValue('soon');
  });

  test('leaving an unsaved show by Back asks for confirmation first', async ({ page, open }) => {
    await open('/members/manage_shows');
    await page.getByRole('link', { name: 'New show' }).click();
    const title = page.getByLabel('Title', { exact: true });
    await title.fill('Half a title');
    for (const answer of ['Keep editing', 'Leave']) {
      await page.goBack();
      const question = page.getByRole('dialog', { name: 'Leave without saving this show?' });
      await expect(title).toHaveValue('Half a title');
      await question.getByRole('button', { name: answer }).press('Enter');
      await expect(question).toBeHidden();
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Shows');
  });
});

test.describe('a show’s editor keeps working while names can’t be looked up', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('while names can’t be looked up, no name is treated as a new person', async ({ page, open, site }) => {
    const { mark, address, person } = await withShow({ site });
    // Nobody has a similar name
    const name = `Nora Kite${mark}`;
    await open(address);
    await addPerson(page, 'Miranda');
    const who = page.getByRole('combobox', { name: 'Add a person to Miranda' });
    const lookUps = (url: URL) => url.searchParams.get('q') === name;
    await page.route(lookUps, (route) => route.abort());
    await who.fill(name);
    await expect(page.getByText('We couldn’t look that name up.')).toBeVisible();
    const failed = page.waitForEvent('requestfailed');
    await who.press('Tab');
    await failed;
    await expect(who).toHaveValue(name);
    await page.unroute(lookUps);
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(page.getByText('We couldn’t look that name up.')).toBeHidden();
    await expect(who).toBeFocused();
    await who.press('Enter');
    await expect(page.getByRole('button', { name: `Remove ${name} from Miranda` })).toBeVisible();
    await expect(page.getByRole('button', { name: `Remove ${person} from Miranda` })).toBeVisible();
  });
});

test.describe('an unsaved draft of a show is kept until it is saved or discarded', () => {
  test.use({ expectedErrors: [/status of 409/] });
  const restored = (page: Page) => page.getByText('We’ve restored your unsaved draft.');
  /** Reloads the page, as if the browser had been closed and opened again. */
  const comeBack = (page: Page) => {
    page.once('dialog', (dialog) => dialog.accept());
    return page.reload();
  };

  test('an unsaved draft of a show survives reloads, and is merged with somebody else’s saved version', async ({
    page,
    open,
    readsWell,
    site,
  }) => {
    const { id, address, person } = await withShow({ site });
    await open(address);
    await page.getByLabel('Subtitle').fill('Mine');
    await addRole(page, 'cast', 2, 'Ariel');
    await comeBack(page);
    await expect(restored(page)).toBeVisible();
    await expect(page.getByLabel('Subtitle')).toHaveValue('Mine');
    await expect(page.getByLabel('Role 2 in the cast', { exact: true })).toHaveValue('Ariel');
    await expect(save(page)).toBeInViewport();
    await readsWell();
    await addRole(page, 'cast', 3, 'Prospero');

    const data = { subtitle: 'Theirs', author: 'Someone Else' };
    const headers = { origin: site.url };
    expect((await page.request.post(`/members/api/manage_shows/${id}`, { data, headers })).status()).toBe(200);
    await comeBack(page);
    await expect(page.getByLabel('Role 3 in the cast', { exact: true })).toHaveValue('Prospero');
    await save(page).press('Enter');
    await expect(page.getByRole('heading', { name: 'Ruth Bell has saved changes to this show' })).toBeFocused();
    await expect(restored(page)).toBeHidden();
    // After the choice, typing makes the text the user's own again
    await page.getByRole('radio', { name: /Saved by Ruth Bell/ }).check();
    await page.getByLabel('Subtitle').fill('Mine at last');
    await expect(page.getByRole('radio', { name: /Yours/ })).toBeChecked();
    // The bar's own button merges the two versions too
    await save(page).press('Enter');
    await expect(page.getByText('Show saved.')).toBeVisible();
    await expect(page.getByLabel('Author')).toHaveValue('Someone Else');

    await page.reload();
    await expect(page.getByLabel('Subtitle')).toHaveValue('Mine at last');
    await expect(page.getByRole('button', { name: `Remove ${person} from Miranda` })).toBeVisible();
    await expect(restored(page)).toBeHidden();
  });

  test('a draft of a show can be discarded for the saved version, or for an empty form', async ({
    page,
    open,
    site,
  }) => {
    const { address } = await withShow({ site });
    await open(address);
    await page.getByLabel('Subtitle').fill('A storm');
    await comeBack(page);
    await page.getByRole('button', { name: 'Discard my changes' }).click();
    await expect(page.getByLabel('Subtitle')).toHaveValue('');
    await expect(save(page)).toBeDisabled();
    await page.reload();
    await expect(page.getByLabel('Subtitle')).toHaveValue('');
    await expect(restored(page)).toBeHidden();

    await open('/members/manage_shows/new/New_show');
    await page.getByLabel('Title', { exact: true }).fill('Half a title');
    await page.getByRole('main').getByRole('link', { name: 'Manage Shows', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving this show?' });
    await expect(question).toContainText(
      'What you’ve typed is stored in this browser and will be here when you come back.',
    );
    await question.getByRole('button', { name: 'Leave' }).press('Enter');
    await page.getByRole('link', { name: 'New show' }).click();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Half a title');
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('');
  });

  for (const [when, early] of [
    ['after signing out', false],
    ['after signing out on a page whose scripts didn’t load', true],
  ] as const) {
    test(`an unsaved draft is deleted ${when}, and later input in an open window isn’t stored`, async ({
      page,
      context,
      open,
      site,
    }) => {
      const { address } = await withShow({ site });
      await open(address);
      const drafts = () =>
        page.evaluate(() =>
          Object.entries(localStorage).flatMap(([name, value]) => (name.startsWith('draft') ? value : [])),
        );
      await page.getByLabel('Subtitle').fill('A storm');
      await expect.poll(drafts).toEqual([expect.stringContaining('A storm')]);
      const other = await context.newPage();
      // If `early`, the page loads without scripts; only the next page loads them
      if (early) await other.route('**/*.js', (script) => script.abort());
      await other.goto('/members/logout', { waitUntil: early ? 'load' : 'networkidle' });
      await other.unroute('**/*.js');
      await other.getByRole('button', { name: 'Sign out' }).click();
      await expect.poll(drafts).toEqual([]);
      await page.getByLabel('Subtitle').fill('A storm at sea');
      await expect(page.getByText('Your changes to this show haven’t been saved.')).toBeAttached();
      expect(await drafts()).toEqual([]);
    });
  }
});

test.describe('saving a show that another admin has open too keeps the changes of both admins', () => {
  test.use({ expectedErrors: [/status of 409/] });

  test('conflicting changes to a show are shown side by side, and all other changes are kept', async ({
    page,
    open,
    readsWell,
    site,
  }) => {
    const { title, id, address, person } = await withShow({ site });
    await open(address);
    await page.getByLabel('Subtitle').fill('Mine');
    await page.getByLabel('Venue').fill('The barn');
    const theySave = async (data: object) => {
      const headers = { origin: site.url };
      expect((await page.request.post(`/members/api/manage_shows/${id}`, { data, headers })).status()).toBe(200);
    };
    await theySave({ subtitle: 'Theirs', author: 'Someone Else' });
    await save(page).press('Enter');
    await expect(page.getByRole('heading', { name: 'Ruth Bell has saved changes to this show' })).toBeFocused();
    await expect(page.getByText('Ruth Bell’s changes to these parts are kept: author.')).toBeVisible();
    await readsWell();
    const taken = page.getByRole('radio', { name: /Saved by Ruth Bell/ });
    await taken.check();
    // The other user saves again. Values accepted from the earlier version don't count as typed
    await theySave({ author: 'Someone New' });
    await page.getByRole('button', { name: 'Merge and save' }).press('Enter');
    await expect(taken).toHaveCount(0);
    await expect(page.getByText('Ruth Bell’s changes to these parts are kept: author.')).toBeVisible();
    await page.getByRole('button', { name: 'Merge and save' }).press('Enter');
    await expect(page.getByText('Show saved.')).toBeVisible();
    await expect(page.getByLabel('Subtitle')).toHaveValue('Theirs');
    await expect(page.getByLabel('Author')).toHaveValue('Someone New');
    await expect(page.getByLabel('Venue')).toHaveValue('The barn');

    // The next save is based on the merged version, so there is no conflict
    await page.getByLabel('Subtitle').fill('Both of ours');
    // The visible confirmation may still be that of the previous save, and the button has another name while saving
    const saved = page.waitForResponse((one) => one.request().method() === 'POST' && one.url().endsWith(id));
    await save(page).press('Enter');
    expect((await saved).status()).toBe(200);
    await expect(save(page)).toBeHidden();
    await page.goto(`/past-shows/${id}/x`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByText('Both of ours')).toBeVisible();
    await expect(page.getByRole('link', { name: person })).toBeVisible();
  });
});

test('text typed during a save is neither lost nor treated as somebody else’s', async ({ page, open, site }) => {
  const { address } = await withShow({ site });
  await open(address);
  await page.route('**/members/api/manage_shows/*', async (route) => {
    await page.getByLabel('Author').fill('Typed meanwhile');
    await route.continue();
  });
  await page.getByLabel('Subtitle').fill('First');
  // The bar shows the same text before and after, so only the response shows that the save is over
  const answered = page.waitForResponse('**/members/api/manage_shows/*');
  await save(page).press('Enter');
  await (await answered).finished();
  await expect(save(page)).toBeEnabled();
  await expect(page.getByText('Your changes to this show haven’t been saved.')).toBeVisible();
  await expect(page.getByLabel('Author')).toHaveValue('Typed meanwhile');
  await page.unroute('**/members/api/manage_shows/*');
  await save(page).press('Enter');
  await expect(page.getByText('Your changes to this show haven’t been saved.')).toHaveCount(0);
  await expect(page.getByText('Show saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Subtitle')).toHaveValue('First');
  await expect(page.getByLabel('Author')).toHaveValue('Typed meanwhile');
});

test('after a new show is saved, its form accepts no input until the editor has loaded, and the form for the next show is empty', async ({
  page,
  open,
}) => {
  const mark = newId()
    .replace(/[^a-z]/gi, '')
    .slice(0, 6);
  await open('/members/manage_shows/new/New_show');
  await page.getByLabel('Title', { exact: true }).fill(`The ${mark} Seagull`);
  await page.getByLabel('Last performance').fill('14 November 2026');
  const { promise: held, resolve: arrive } = Promise.withResolvers<void>();
  const isPageData = (url: URL) => url.searchParams.has('react');
  await page.route(isPageData, async (route) => {
    await held;
    await route.continue();
  });
  await save(page).press('Enter');
  await expect(page.getByRole('status').getByText('Loading…')).toBeVisible();
  const author = page.getByLabel('Author');
  await author.scrollIntoViewIfNeeded();
  await author.click({ force: true });
  await page.keyboard.type('Typed meanwhile');
  await expect(author).toHaveValue('');
  arrive();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(mark);
  await expect(author).toBeEditable();
  await page.unroute(isPageData);
  await open('/members/manage_shows/new/New_show');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('');
});

// The test runs on a phone too, where the bar is as wide as the screen
test('the save button is enabled from the first change, and its bar fits on one row and confirms the save @phone', async ({
  page,
  open,
  readsWell,
  site,
}) => {
  const { address } = await withShow({ site });
  await open(address);
  if (test.info().project.name === 'phone') await expect(save(page)).toBeHidden();
  else {
    await expect(page.getByText('No changes yet.')).toBeInViewport();
    await expect(save(page)).toBeDisabled();
  }
  const poster = page.getByRole('group', { name: 'Programme cover' }).locator('img');
  const first = (await poster.getAttribute('src')) ?? '';
  await page.getByRole('button', { name: 'Try another poster' }).click();
  await expect(poster).toHaveAttribute('src', /\/posters\/1$/);
  await expect.poll(() => poster.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)).toBe(600);
  await page.getByLabel('Subtitle').fill('A storm at sea');
  const discard = page.getByRole('button', { name: 'Discard…' });
  await expect(save(page)).toBeInViewport();
  const topOf = async (button: Locator) => (await button.boundingBox())?.y;
  await expect.poll(async () => (await topOf(save(page))) === (await topOf(discard))).toBe(true);
  await readsWell();

  await discard.press('Enter');
  await page.getByRole('button', { name: 'Discard my changes' }).click();
  await expect(page.getByLabel('Subtitle')).toHaveValue('');
  await expect(poster).toHaveAttribute('src', first);
  await expect(page.getByText('Changes discarded. This is the last saved version.')).toBeInViewport();
  await expect(save(page)).toBeHidden();

  await page.getByLabel('Subtitle').fill('A storm at sea');
  await save(page).press('Enter');
  const saved = page.getByText('Show saved.');
  await expect(saved).toBeInViewport();
  await expect(page.locator(':focus')).toContainText('Show saved.');
  expect(await saved.evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize))).toBeGreaterThanOrEqual(16);
  await readsWell();
  // The message disappears when the next letter is typed
  await page.getByLabel('Subtitle').fill('A storm');
  await expect(saved).toBeHidden();
});

// The test runs on a phone too, where the table has no headings
test('Manage Shows is sorted by its table’s headings, which keep the focus; on a phone, it has no headings @phone', async ({
  page,
  open,
}) => {
  await open('/members/manage_shows?layout=table');
  const heading = page.getByRole('columnheader', { name: 'Title' });
  // On a phone each row is a block without headings, and the field above the list sorts the rows
  if (test.info().project.name === 'phone') return expect(heading.getByRole('link')).toHaveCount(0);
  await heading.first().getByRole('link').press('Enter');
  await expect(heading).toHaveCount(1);
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  await expect(heading.getByRole('link')).toBeFocused();
  await heading.getByRole('link').press('Enter');
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
});

test('an archived show leaves the site, is used as a template, and is restored', async ({ page, open, site }) => {
  const { title, id, address, person } = await withShow({ site });
  await open(address);
  await page.getByRole('button', { name: 'Archive show' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Archive show' }).click();
  await expect(page.getByRole('heading', { name: 'This show is archived' })).toBeVisible();
  expect((await page.request.get(`/past-shows/${id}/x`)).status()).toBe(404);
  await page.getByRole('link', { name: 'Copy to a new show' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`New show based on ${title}`);
  await expect(page.getByLabel('Last performance')).toHaveValue('');
  await expect(page.getByRole('button', { name: `Remove ${person} from Miranda` })).toBeVisible();
  await open(address);
  await page.getByRole('button', { name: 'Restore show' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Archive this show' })).toBeVisible();
  expect((await page.request.get(`/past-shows/${id}/x`)).status()).toBe(200);
});

const longCast = (a: Factories) =>
  a.show({
    title: 'The Crowd',
    date: '2019-05-04',
    credits: Array.from({ length: 24 }, (_, at) => inCast(`Extra ${at + 11}`, `Townsman ${at + 11}`)),
  });

// The test runs on a phone too, where the menu covers the list
test('a role is moved to the end of the list by its menu, and keeps the focus @phone', async ({
  page,
  open,
  readsWell,
  site,
}) => {
  await open(`/members/manage_shows/${await withSiteData(site, longCast)}/x`);
  await menuOf(page, 'Townsman 33').press('Enter');
  const down = page.getByRole('button', { name: 'Move down Townsman 33' });
  for (let press = 0; press < 3; press++) {
    await down.press('Enter');
    await expect(down).toBeFocused();
  }
  await expect(page.getByText('Townsman 33 moved to position 24 of 24')).toBeAttached();
  await readsWell();
  await page.keyboard.press('Escape');
  await expect(down).toBeHidden();
  await expect(menuOf(page, 'Townsman 33')).toBeFocused();
  await expect(page.getByLabel('Role 24 in the cast', { exact: true })).toHaveValue('Townsman 33');
  const first = page.getByLabel('Role 1 in the cast', { exact: true });
  await first.press('Alt+ArrowDown');
  await expect(page.getByLabel('Role 2 in the cast', { exact: true })).toBeFocused();
  await expect(first).toHaveValue('Townsman 12');
});

// Phone only, because a finger drags, and the list is longer than the screen
test('a role is dragged down a list longer than the screen, and saved there @phone-only', async ({
  page,
  open,
  site,
}) => {
  await open(`/members/manage_shows/${await withSiteData(site, longCast)}/x`);
  const role = (place: number) => page.getByLabel(`Role ${place} in the cast`, { exact: true });
  await role(1).scrollIntoViewIfNeeded();
  const handle = await page.getByTitle('Drag to move').first().boundingBox();
  if (!handle) throw new Error('There is no handle to drag.');
  const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
  const hand = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    hand.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x, y: at }] });
  const foot = (page.viewportSize()?.height ?? 0) - 20;
  await touch('touchStart', y);
  for (let step = 1; step <= 8; step++) await touch('touchMove', y + ((foot - y) * step) / 8);
  // While the role is held near the bottom of the screen, the page scrolls by itself
  await expect(role(24)).toHaveValue('Townsman 11');
  await touch('touchEnd');
  await expect(page.getByText('Townsman 11 moved to position 24 of 24')).toBeAttached();
  await save(page).click();
  await expect(page.getByText('Your changes to this show haven’t been saved.')).toHaveCount(0);
  await page.reload();
  await expect(role(24)).toHaveValue('Townsman 11');
  await expect(role(1)).toHaveValue('Townsman 12');
});
