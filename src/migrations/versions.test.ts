import { expect } from 'vitest';
import { openDatabase, write } from '#platform/server/database/index.ts';
import { onEachEmptyPlace } from '#tests/support/engines.ts';
import { migrations } from './index.ts';

const noon = '2026-11-20T12:00:00.000Z';
const step = migrations.findIndex(([name]) => name === '0030-versions');

onEachEmptyPlace('what was counted before the upgrade goes on from there, by its one name', async ({ place }) => {
  const before = await openDatabase(place, migrations.slice(0, step));
  await write(before, async (tx) => {
    // Rows of that time: the columns of today aren't there yet
    const into = (table: string, row: object) =>
      tx
        .insertInto(table as 'setting')
        .values(row as never)
        .execute();
    const sizes = JSON.stringify([{ width: 1, height: 1, key: 'k', bytes: 1 }]);
    const picture = { kind: 'image', filename: 'one.png', content_type: 'image/webp', width: 1, height: 1, sizes };
    await into('media', { id: 'picture', ...picture, version: 3, edits: 7, created_at: noon });
    await into('media', { id: 'other', ...picture, created_at: noon });
    await into('album', { id: 'album', name: 'Dress', edits: 4, created_at: noon });
    const exact = { first_date_precision: 'day', date_precision: 'day' };
    const run = { first_date: '2027-01-01', date: '2027-01-02', cancelled: 0, ...exact };
    for (const id of ['hung', 'bare']) {
      await into('show', { id, title: id, title_key: id, ...run, created_at: noon, updated_at: noon });
    }
    for (const id of ['picture', 'other']) {
      await into('show_media', { show_id: 'hung', media_id: id, ord: 1, caption: '' });
    }
    await into('setting', { name: 'siteName', value: 'Players' });
  });
  await before.close();

  const db = await openDatabase(place, migrations);
  const picture = await db.read
    .selectFrom('media')
    .select(['file_version', 'version'])
    .where('id', '=', 'picture')
    .executeTakeFirst();
  expect(picture).toEqual({ file_version: 3, version: 7 });
  expect(await db.read.selectFrom('album').select('version').executeTakeFirst()).toEqual({ version: 4 });
  expect(await db.read.selectFrom('setting').selectAll().execute()).toEqual([
    { name: 'siteName', value: 'Players', version: 1 },
  ]);
  // Photographs from before the upgrade have versions like new ones
  expect(await db.read.selectFrom('show_gallery').select(['show_id', 'version']).execute()).toEqual([
    { show_id: 'hung', version: 1 },
  ]);
  await db.close();
});
