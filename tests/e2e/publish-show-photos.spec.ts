import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { heicPicture } from '../support/formats/media-files.ts';
import { expect, test } from '../support/screens/browser.ts';
import { loseResponses } from '../support/screens/lose-responses.ts';
import type { RunningSite } from '../support/site/site.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

const media = '/members/admin/manage_media';
const createAdmin = (site: RunningSite) =>
  withSiteData(site, (a) => a.user({ role: 'admin', firstname: 'Liz', lastname: 'Bates' }));

/** Creates a photograph of one colour. Each test's photographs need colours of their own, or they would be equal. */
async function createPhotograph(name: string, background: string) {
  const buffer = await sharp({ create: { width: 1600, height: 1200, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test.beforeEach(async ({ site, context }) => signIn(site, context, await createAdmin(site)));

test('photographs are uploaded, described, put in an album, added to a show, ordered and tagged', async ({
  page,
  open,
  readsWell,
  site,
}) => {
  test.setTimeout(240_000);
  const run = test.info().project.name;
  const name = (number: number) => `${run} ${number}.jpg`;
  const { show, person } = await withSiteData(site, async (a, db) => ({
    show: await a.show({ title: `The ${run} show`, date: '2026-11-14', first_date: '2026-11-14' }),
    person: await db.read.selectFrom('person').select('name').orderBy('name_key').executeTakeFirstOrThrow(),
  }));

  await open(media);
  await page
    .getByLabel('Upload photographs, videos or recordings')
    .setInputFiles([
      await createPhotograph(name(1), '#a31616'),
      await createPhotograph(name(2), '#1631a3'),
      await createPhotograph(name(3), '#16a331'),
    ]);
  await expect(page.getByText('3 of 3 files uploaded.')).toBeVisible({ timeout: 30_000 });
  for (const number of [1, 2, 3]) await expect(card(page, name(number)).getByText('No description')).toBeVisible();
  // Several files are uploaded at the same time, so any of them may be the last
  const names = await page
    .locator('main li')
    .getByRole('button', { name: /\.\w+$/ })
    .allTextContents();
  const after = names[names.indexOf(name(2)) + 1] ?? '';
  await page.getByRole('button', { name: name(2) }).click();
  const details = page.getByRole('dialog', { name: name(2) });
  await details.getByLabel('Alternative text').fill('The whole company bows');
  await details.getByLabel('Credit').fill('Ann Hale');
  await details.getByRole('button', { name: 'Save' }).click();
  await expect(details.getByText(`Saved “${name(2)}”.`)).toBeVisible();
  await readsWell();
  // Going to the next item saves the present one, and the next item's dialog says so
  await details.getByLabel('Credit').fill('Ann Hale, Ely');
  await details.getByRole('button', { name: 'Next' }).click();
  const next = page.getByRole('dialog', { name: after, exact: true });
  await expect(next.getByText(`Saved “${name(2)}”.`)).toBeVisible();
  await next.getByRole('button', { name: 'Previous' }).click();
  await expect(details.getByLabel('Credit')).toHaveValue('Ann Hale, Ely');
  // However often Escape is pressed, no typed text is lost
  await details.getByLabel('Credit').fill('Ann Hale, York');
  const leave = page.getByRole('dialog', { name: 'Close this item without saving?' });
  for (let time = 0; time < 2; time++) {
    await page.keyboard.press('Escape');
    await expect(leave.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await page.keyboard.press('Escape');
    // The dialog is removed, not only closed, because a closed dialog wouldn't open again
    await expect(page.locator('dialog', { hasText: 'Close this item without saving?' })).toHaveCount(0);
    await expect(details.getByLabel('Credit')).toBeFocused();
  }
  // The dialog stays open even if the page is too busy to notice each press before the next one; the third press asks
  // again
  await page.evaluate(() => {
    setTimeout(() => {
      const until = performance.now() + 500;
      while (performance.now() < until);
    });
  });
  await Promise.all([1, 2, 3].map(() => page.keyboard.press('Escape')));
  await expect(leave.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog', { hasText: 'Close this item without saving?' })).toHaveCount(0);
  await expect(details.getByLabel('Credit')).toHaveValue('Ann Hale, York');
  await page.mouse.move(5, 300);
  const before = await page.evaluate(() => window.scrollY);
  await page.mouse.wheel(0, 400);
  await details.getByRole('button', { name: 'Close' }).click();
  await leave.getByRole('button', { name: 'Close without saving' }).click();
  await expect(details).toBeHidden();
  expect(await page.evaluate(() => window.scrollY), 'the page behind stays where it is').toBe(before);
  await expect(page.getByRole('button', { name: name(2), exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(details.getByLabel('Credit')).toHaveValue('Ann Hale, Ely');
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(page.getByRole('button', { name: name(2), exact: true })).toBeFocused();

  for (const number of [1, 2, 3]) await page.getByRole('checkbox', { name: `Select ${name(number)}` }).check();
  await page.getByLabel(/^(New album|or create a new one)$/).fill(`Last weekend, ${run}`);
  await readsWell();
  await page.getByRole('button', { name: 'Add to album' }).click();
  // The message is shown in its place on the page, and also as an alert if that place is out of view
  await expect(page.getByText(`Created “Last weekend, ${run}”.`).first()).toBeVisible();

  await page.goto('/members/admin/set_show_photos');
  await page.getByText('Add an album that is in Manage Media already').click();
  await page.getByRole('radio', { name: new RegExp(`Last weekend, ${run}`) }).check();
  await page.getByLabel('Find in this list: Show').fill(`the ${run} show`);
  await page.getByRole('radio', { name: new RegExp(`The ${run} show`) }).check();
  await page.getByRole('button', { name: 'Add album to show' }).click();
  await expect(page.getByText(`Added 3 photographs to The ${run} show.`)).toBeVisible();

  // The test waits until the redrawn list shows the count, which moves everything below it
  await expect(page.getByText(/, 3 photographs$/).first()).toBeVisible();
  await page.getByRole('link', { name: `Arrange the photographs of The ${run} show` }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Photographs of The ${run} show`);
  await page.getByRole('button', { name: `Move ${name(3)} earlier` }).press('Enter');
  await expect(page.getByText(`${name(3)} moved to position 2 of 3`)).toBeAttached();
  await page.getByRole('img', { name: name(3) }).hover();
  await page.mouse.down();
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('img') })
    .first()
    .hover({ position: { x: 20, y: 4 } });
  await page.mouse.up();
  await expect(page.getByText(`${name(3)} moved to position 1 of 3`)).toBeAttached();
  await page.getByRole('button', { name: `Move ${name(3)} later` }).press('Enter');
  await expect(page.getByText(`${name(3)} moved to position 2 of 3`)).toBeAttached();
  const bows = page.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'The whole company bows' }) });
  await bows.getByLabel('Caption').fill('Saturday night');
  await bows.getByRole('checkbox', { name: /^Featured/ }).check();
  await bows.getByLabel(/^Who is in it/).fill('Nobody at all');
  await bows.getByLabel(/^Who is in it/).press('Enter');
  await expect(bows.getByText('Nobody by that name. Try fewer letters.').last()).toBeVisible();
  await bows.getByLabel(/^Who is in it/).fill(person.name);
  await bows.getByLabel(/^Who is in it/).press('Enter');
  await expect(bows.getByRole('button', { name: `Remove ${person.name}` })).toBeVisible();
  await readsWell();
  await page.getByRole('button', { name: 'Save photographs' }).click();
  await expect(page.getByText('Photographs saved.')).toBeVisible();

  await page.goto(`/past-shows/${show}/The_show`);
  const shown = page.getByRole('link', { name: /^Photo \d of 3:/ });
  await expect(shown.first()).toHaveAccessibleName('Photo 1 of 3: The whole company bows');
  await shown.first().click();
  const viewer = page.getByRole('dialog', { name: 'Photos' });
  await expect(viewer.getByText('Saturday night')).toBeVisible();
  await expect(viewer.getByText('Photo: Ann Hale')).toBeVisible();
  await readsWell();
  await viewer.getByRole('link', { name: person.name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(person.name);
});

test('Add Show Photos adds each photograph once, even if the page closes or a response is lost @phone', async ({
  page,
  open,
  readsWell,
  expectedErrors,
  site,
}) => {
  expectedErrors.push(/status of 415|ERR_CONNECTION_RESET/);
  const title = `The ${test.info().project.name} gala`;
  const other = `The ${test.info().project.name} matinee`;
  const show = await withSiteData(site, async (a) => {
    await a.show({ title: other, date: '2026-11-12' });
    return a.show({ title, date: '2026-11-13' });
  });
  await open('/members/admin/set_show_photos');
  await page.getByRole('button', { name: 'Add photographs' }).click();
  await expect(page.getByText('Choose the photographs first.')).toBeVisible();
  const chosen = page.getByLabel('Choose photographs from this device');
  await chosen.setInputFiles([
    await createPhotograph(`${title} 1.jpg`, '#8a5016'),
    { name: 'IMG 2.HEIC', mimeType: 'image/heic', buffer: heicPicture },
  ]);
  await expect(page.getByText('2 photographs chosen.')).toBeVisible();
  await page.getByRole('button', { name: 'Add 2 photographs' }).click();
  await expect(page.getByLabel('Show they are from')).toHaveAccessibleDescription(/Choose the show/);
  await readsWell();
  await page.getByLabel('Show they are from').selectOption(`${title}, 13 November 2026`);
  // The page is closed while the response to the second photograph is on its way
  const uploads = '*/members/api/manage_media/upload';
  const onTheWay = await loseResponses(page, uploads, { isLost: (count) => count === 2 });
  await page.getByRole('button', { name: 'Add 2 photographs' }).click();
  await onTheWay.lost;
  await expect(page.getByRole('list', { name: 'Files being uploaded' }).getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await onTheWay.end();
  const interrupted = page.getByRole('region', { name: 'Files that weren’t uploaded' });
  await expect(interrupted).toContainText('1 of 2 files had not been uploaded when this page was closed.');
  await readsWell();
  await interrupted.getByRole('button', { name: 'Continue with 1 file' }).click();
  await expect(page.getByText(`Added 1 photograph to ${title}.`)).toBeVisible({ timeout: 30_000 });
  await expect(interrupted).toBeHidden();
  // No part of the photographs stays in the browser
  const stored = () => page.evaluate(async () => (await (await caches.open('draft of ')).keys()).length);
  await expect.poll(stored).toBe(0);
  await page.getByRole('link', { name: `Arrange the photographs of ${title}` }).click();
  await expect(page.getByRole('img', { name: 'IMG 2.HEIC' })).toBeVisible();
  // The second photograph, which the server had already stored, is there once
  const photographs = page.getByRole('listitem').filter({ has: page.getByRole('img') });
  await expect(photographs).toHaveCount(2);

  // The confirmation doesn't cover the name of a refused file
  await open('/members/admin/set_show_photos');
  const names = { name: 'names.csv', mimeType: 'text/csv', buffer: Buffer.from('Ann Hale') };
  await chosen.setInputFiles([await createPhotograph(`${title} 3.jpg`, '#16508a'), names]);
  await page.getByLabel('Show they are from').selectOption(`${title}, 13 November 2026`);
  const lost = await loseResponses(page, uploads, { isLost: (count) => count === 1, isConnectionLost: true });
  await page.getByRole('button', { name: 'Add 2 photographs' }).click();
  await page.getByRole('button', { name: `Try again with ${title} 3.jpg` }).click();
  await expect(page.getByText(`Added 1 photograph to ${title}.`)).toBeVisible({ timeout: 30_000 });
  await lost.end();
  const arrange = page.getByRole('link', { name: `Arrange the photographs of ${title}` });
  const [answer, refused] = await Promise.all([
    arrange.boundingBox(),
    page.getByText('names.csv').first().boundingBox(),
  ]);
  expect(refused?.y).toBeGreaterThan((answer?.y ?? 0) + (answer?.height ?? 0));
  // A photograph for another show is announced for that show, although the refused file is still listed
  await chosen.setInputFiles([await createPhotograph(`${other} 1.jpg`, '#508a16')]);
  await page.getByLabel('Show they are from').selectOption(`${other}, 12 November 2026`);
  await page.getByRole('button', { name: 'Add 1 photograph' }).click();
  await expect(page.getByText(`Added 1 photograph to ${other}.`)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('link', { name: `Arrange the photographs of ${other}` })).toBeVisible();
  // A photograph whose response was lost, and that was sent again, is there once
  await open(`/members/admin/set_show_photos?show=${show}`);
  await expect(photographs).toHaveCount(3);
});

// The test runs on a phone too, because photographs are sent from the phone that took them
test('photographs added while a show is being edited appear on its page @phone', async ({
  page,
  open,
  readsWell,
  site,
}) => {
  const run = `${test.info().project.name} revue`;
  const show = await withSiteData(site, (a) => a.show({ title: `The ${run}`, date: '2026-11-14' }));
  await open(`/members/manage_shows/${show}/x`);
  const part = page.getByRole('region', { name: 'Photographs' });
  await expect(part.getByText('This show has no photographs yet.')).toBeVisible();
  await page.getByLabel('Subtitle').fill('Typed before');
  await part
    .getByLabel('Add photographs')
    .setInputFiles([
      await createPhotograph(`${run} 1.jpg`, '#a35016'),
      await createPhotograph(`${run} 2.jpg`, '#5016a3'),
    ]);
  // The message is shown next to the field while the field is in view, otherwise as an alert
  await expect(page.getByText('Added 2 photographs to this show.')).toBeVisible({ timeout: 30_000 });
  await expect(part.getByText('This show has 2 photographs.')).toBeVisible();
  // Adding photographs neither saves nor loses unsaved input
  await expect(page.getByLabel('Subtitle')).toHaveValue('Typed before');

  // Photographs added later come after the existing ones, in the same album
  await part.getByLabel('Add photographs').setInputFiles([await createPhotograph(`${run} 3.jpg`, '#16a350')]);
  await expect(page.getByText('Added 1 photograph to this show.')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Discard…' }).click();
  await page.getByRole('button', { name: 'Discard my changes' }).click();
  await part.getByRole('link', { name: 'Open the show’s album' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(`The ${run}, 2026`);
  // Photographs are described in their album, one after another
  const first = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `${run} 1.jpg`, exact: true }) });
  await first.getByRole('button', { name: `${run} 1.jpg`, exact: true }).click();
  const details = page.getByRole('dialog', { name: `${run} 1.jpg`, exact: true });
  await details.getByLabel('Alternative text').fill('The company bows');
  await details.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('dialog').getByText(`Saved “${run} 1.jpg”.`)).toBeVisible();
  await readsWell();
  await page.keyboard.press('Escape');
  await expect(first.getByText('No description')).toBeHidden();
  await page.goBack();
  await part.getByRole('link', { name: 'Arrange the photographs, tag who is in them, or remove one' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Photographs of The ${run}`);
  const naming = page.getByLabel(/^Who is in it/).first();
  if (test.info().project.name === 'phone') {
    await expect(naming).toBeHidden();
    await page
      .getByRole('button', { name: /^People/ })
      .first()
      .click();
  }
  await expect(naming).toBeVisible();
  await readsWell();
  await page.getByRole('link', { name: 'Add photographs' }).click();
  await expect(part.getByLabel('Add photographs')).toBeInViewport();
  await page.goto(`/past-shows/${show}/x`);
  await expect(page.getByRole('link', { name: /^Photo \d of 3/ })).toHaveCount(3);
});

test('a picker selects neither files of the wrong kind nor files still uploading when it closes', async ({
  page,
  open,
  site,
}) => {
  const run = `${test.info().project.name} banner`;
  const show = await withSiteData(site, (a) => a.show({ title: `The ${run}`, date: '2026-11-14' }));
  await open(`/members/manage_shows/${show}/x`);
  const choose = page.getByRole('button', { name: /^Choose from media/ });
  const library = page.getByRole('dialog', { name: 'Choose a picture: Banner' });
  await choose.click();
  const tune = Buffer.from('RIFF\0\0\0\0WAVEfmt ');
  await library
    .getByLabel('Upload a new file')
    .setInputFiles({ name: 'tune.wav', mimeType: 'audio/wav', buffer: tune });
  await expect(library.getByText('This isn’t a picture.')).toBeVisible();

  const on = Promise.withResolvers<void>();
  await page.route('**/members/api/manage_media/upload', async (route) => {
    await on.promise;
    await route.continue();
  });
  const come = page.waitForResponse('**/members/api/manage_media/upload');
  await library.getByLabel('Upload a new file').setInputFiles([await createPhotograph(`${run} late.jpg`, '#507016')]);
  await expect(library.getByText('Uploading: 0 of 2 files done.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(library).toBeHidden();
  on.resolve();
  await (await come).finished();
  await choose.click();
  await expect(library.getByRole('button', { name: `${run} late.jpg` })).toBeVisible();
  // After going to the last page by keyboard, the focus is still in the dialog, and Escape still closes it
  await page.route('**/members/api/manage_media/items?**', async (route) => {
    const turned = Number(new URL(route.request().url()).searchParams.get('page'));
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), page: turned, pages: 2 } });
  });
  await library.getByRole('button', { name: 'Search' }).click();
  await library.getByRole('button', { name: 'Next', exact: true }).press('Enter');
  await expect(library.getByText('Page 2 of 2')).toBeVisible();
  await expect(library.getByRole('button', { name: 'Next', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(choose).toBeVisible();
});

test('deleting a photograph that is used somewhere asks first, and one press restores the photograph', async ({
  page,
  open,
  readsWell,
  site,
}) => {
  const run = test.info().project.name;
  const alt = `A ${run} lamp`;
  const id = await withSiteData(site, (a) => a.picture(alt));
  const title = `Lamps of the ${run}`;
  await withSiteData(site, (a) => a.show({ title, banner: `/media/${id}/picture.webp` }));
  await open(`${media}?q=${encodeURIComponent(title)}`);
  await page.getByRole('button', { name: 'picture.png' }).press('Enter');
  // Unsaved text is neither lost nor asked about until the deletion is confirmed
  const text = page.getByLabel('Alternative text');
  await text.fill(`${alt}, half described`);
  const remove = page.getByRole('button', { name: 'Delete…' });
  await remove.press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete picture.png?' });
  await expect(page.getByRole('dialog', { name: 'without saving' })).toBeHidden();
  await question.getByRole('button', { name: 'Keep it' }).press('Enter');
  await expect(text).toHaveValue(`${alt}, half described`);
  await remove.press('Enter');
  await expect(question.getByText(`Banner of ${title}`)).toBeVisible();
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await readsWell();
  await question.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  await expect(page.getByText('Deleted “picture.png”. You can restore it for 30 days.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByText('Restored to where it was.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'picture.png' })).toBeVisible();
});

test.describe('an upload with files that are refused keeps the others', () => {
  test.use({ expectedErrors: [/status of 4(15|00|29)/] });

  test('each refused file has its reason and can be removed from the list, and the others are uploaded', async ({
    page,
    open,
    readsWell,
  }) => {
    const run = test.info().project.name;
    await open(`${media}?q=${run}`);
    await page
      .getByLabel('Upload photographs, videos or recordings')
      .setInputFiles([
        { name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<!doctype html><script>alert(1)</script>') },
        { name: 'empty.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) },
        await createPhotograph(`${run} good.jpg`, '#777'),
      ]);
    await expect(page.getByText('1 of 3 files uploaded. 2 couldn’t be uploaded: see below.')).toBeVisible();
    await expect(card(page, 'page.jpg').getByText('This isn’t a picture, video or recording')).toBeVisible();
    await expect(page.getByRole('button', { name: `${run} good.jpg` })).toBeVisible();
    await readsWell();
    await page.getByRole('button', { name: /^Remove.*page\.jpg$/ }).click();
    await page.getByRole('button', { name: /^Remove.*empty\.jpg$/ }).click();
    await expect(page.getByRole('list', { name: 'Files being uploaded' })).toBeHidden();
  });

  test('a file that is too large is refused before any part of it is sent', async ({ page, open }) => {
    const folder = await mkdtemp(join(tmpdir(), 'photographs-'));
    const enormous = join(folder, 'Enormous.jpg');
    await writeFile(enormous, '');
    await truncate(enormous, 500_000_000);
    await open(media);
    let requestCount = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/upload')) requestCount += 1;
    });
    await page.getByLabel('Upload photographs, videos or recordings').setInputFiles(enormous);
    await expect(card(page, 'Enormous.jpg').getByText('This picture is larger than 60 MB.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again with Enormous.jpg' })).toHaveCount(0);
    expect(requestCount).toBe(0);
    await rm(folder, { recursive: true });
  });

  test('a file refused by a rate limit is sent again automatically once the limit allows it', async ({
    page,
    open,
  }) => {
    const run = test.info().project.name;
    await page.clock.install();
    await open(media);
    let requestCount = 0;
    await page.route('**/members/api/manage_media/upload', (route) => {
      requestCount += 1;
      if (requestCount > 1) return route.continue();
      const json = { code: 429, msg: 'That was a lot of requests at once.' };
      return route.fulfill({ status: 429, headers: { 'retry-after': '100' }, json });
    });
    await page
      .getByLabel('Upload photographs, videos or recordings')
      .setInputFiles([await createPhotograph(`${run} patient.jpg`, '#5a7')]);
    await expect(page.getByRole('list', { name: 'Files being uploaded' }).getByText('Waiting')).toBeVisible();
    await expect(async () => {
      await page.clock.fastForward(100_000);
      await expect(page.getByText('1 of 1 file uploaded.')).toBeVisible({ timeout: 1000 });
    }).toPass();
    expect(requestCount).toBe(2);
  });
});
