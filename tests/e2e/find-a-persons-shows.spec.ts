import { addMediaToShow } from '#features/publishing/media/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import { expect, test } from '../support/screens/browser.ts';
import { fetchPersonNamed } from '../support/society/archive.ts';
import { inCast } from '../support/society/factories.ts';
import { withSiteData } from '../support/society/members.ts';

// The test runs on a phone too, where the filters fold and their lists open in a narrow space
test('filtering by a person’s name lists that person’s shows and no others @phone', async ({ page, open, site }) => {
  const { titles } = await fetchPersonNamed(site.url, 'Margaret Ashdown');
  await open('/past-shows');
  await page.getByText('Filters', { exact: true }).click();
  await page.getByRole('button', { name: /^Member/ }).click();
  await page.getByRole('combobox', { name: 'Member' }).fill('margaret ash');
  const options = page.getByRole('listbox', { name: 'Member' }).getByRole('option');
  await expect(options).toHaveCount(1);
  // The option is chosen with keys, because the list moves with its field while the page below is redrawn. A mouse
  // could miss the option
  await page.keyboard.press('ArrowDown');
  await expect(options.filter({ hasText: 'Margaret Ashdown' })).toHaveAttribute('data-pointed', 'true');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');

  await expect(page.getByRole('status').filter({ hasText: 'shows of' })).toContainText(`${titles.length} shows`);
  await expect(page.getByRole('region', { name: 'Shows' }).getByRole('heading', { level: 2 })).toHaveText(titles);
  await expect(page).toHaveURL(/[?&]member=/);

  await page.reload();
  await expect(page.getByRole('region', { name: 'Shows' }).getByRole('heading', { level: 2 })).toHaveText(titles);
});

test('a person’s page lists all of their shows, under both of their names', async ({ page, open, site }) => {
  const { titles } = await fetchPersonNamed(site.url, 'Margaret Ashdown');
  await open('/past-shows');
  await page.getByRole('searchbox').fill('an inspector calls');
  await page.getByRole('link', { name: 'An Inspector Calls' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('An Inspector Calls');
  await page.getByRole('link', { name: 'Margaret Ashdown' }).first().click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Margaret Ashdown');
  await expect(page.getByText('Also known as Margaret Pell')).toBeVisible();
  await expect(page.getByText(`${titles.length} shows`).first()).toBeVisible();
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveText(titles);
});

test('printing a person’s page cuts off no photograph', async ({ page, open, site }) => {
  const name = 'Margaret of the photographs';
  await withSiteData(site, async (a, db) => {
    const ran = { date: '1999-05-01', first_date: '1999-05-01' };
    const show = await a.show({ title: 'A show with photographs', ...ran, credits: [inCast(name, 'Ophelia')] });
    const { id } = await db.read.selectFrom('person').select('id').where('name', '=', name).executeTakeFirstOrThrow();
    const pictures: string[] = [];
    for (let taken = 0; taken < 6; taken += 1) pictures.push(await a.picture(`Photograph ${taken}`));
    await write(db, async (tx) => {
      await addMediaToShow(
        tx,
        show,
        pictures.map((picture) => ({ id: picture, caption: '' })),
        '',
      );
      const tags = pictures.map((media_id) => ({ media_id, person_id: id, ord: 1 }));
      await tx.insertInto('media_person').values(tags).execute();
    });
  });
  await open(`/past-shows/member/${(await fetchPersonNamed(site.url, name)).id}`);
  const photographs = page.getByRole('list', { name: 'Photographs' }).getByRole('listitem');
  await expect(photographs).toHaveCount(6);
  // The width of an A4 sheet between its margins
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  const sheet = await page.getByRole('main').boundingBox();
  for (const photograph of await photographs.all()) {
    const { x = 0, width = 0 } = (await photograph.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual((sheet?.x ?? 0) + (sheet?.width ?? 0));
  }
});
