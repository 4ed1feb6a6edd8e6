import { expect } from 'vitest';
import { type Database, openDatabase, write } from '#platform/server/database/index.ts';
import { onEachEmptyPlace } from '#tests/support/engines.ts';
import { migrations } from './index.ts';

const noon = '2026-11-20T12:00:00.000Z';
const later = '2026-11-21T12:00:00.000Z';
const step = migrations.findIndex(([name]) => name === '0031-one-trash');

/** Rows of that time: the columns of today aren't there yet. */
type Into = (table: string, row: object) => Promise<unknown>;

async function plant(into: Into): Promise<void> {
  const exact = { first_date_precision: 'day', date_precision: 'day' };
  const run = { first_date: '2027-01-01', date: '2027-01-02', cancelled: 0, ...exact };
  await into('show', { id: 'show', title: 'Hamlet', title_key: 'hamlet', ...run, created_at: noon, updated_at: noon });
  const said = { type: 'public', content: 'Come', author: 'Dee', changed_by: 'Dee', telling: 'done', version: 3 };
  const post = { ...said, show_id: 'show', published_at: noon, created_at: noon, updated_at: noon };
  const byDee = { deleted_at: later, deleted_by: 'Dee Moss' };
  await into('post', { id: 'livePost', title: 'Live', ...post });
  await into('deleted_post', { id: 'gonePost', title: 'Gone', ...post, ...byDee });
  await into('deleted_post', { id: 'societys', title: 'Ours', ...post, show_id: null, ...byDee });
  const stored = { content_type: 'text/plain', bytes: 3, storage_key: 'key', created_at: noon, version: 2 };
  const file = { ...stored, show_id: null, post_id: null, member_docs: 'no' };
  const away = { managed_with: null, with_post: 0, ...byDee };
  await into('file', { id: 'liveFile', name: 'a.txt', ...file, post_id: 'livePost' });
  const withPost = { post_id: 'gonePost', managed_with: 'show', with_post: 1 };
  await into('deleted_file', { id: 'withPost', name: 'b.txt', ...file, ...away, ...withPost });
  await into('deleted_file', { id: 'alone', name: 'c.txt', ...file, ...away, post_id: 'livePost' });
  await into('deleted_file', { id: 'document', name: 'd.txt', ...file, ...away, member_docs: 'public' });
  // Its post is gone for good: it can only come back as one of the show's own
  const orphan = { post_id: 'purged', managed_with: 'show', with_post: 1 };
  await into('deleted_file', { id: 'orphan', name: 'e.txt', ...file, ...away, ...orphan });

  const sizes = JSON.stringify([{ width: 1, height: 1, key: 'k', bytes: 1 }]);
  const picture = { kind: 'image', filename: 'one.png', content_type: 'image/webp', width: 1, height: 1, sizes };
  const message = { name: 'Zoe', contact: 'zoe@x.example', subject: 'Other', message: 'Hello', suspect: 0 };
  const feedback = { name: 'Mia', email: 'mia@x.example', about: 'idea', message: 'More', state: 'new' };
  const both = [
    ['live', null],
    ['gone', later],
  ] as const;
  for (const [id, deleted_at] of both) await into('media', { id, ...picture, created_at: noon, deleted_at });
  for (const [id, deleted_at] of both) {
    const blog = { title: id, content: 'Text', author: 'Dee', created_at: noon, updated_at: noon };
    await into('blog_post', { key: id, ...blog, deleted_at, deleted_by: deleted_at ? 'Dee Moss' : '' });
    await into('album', { id, name: id, created_at: noon, deleted_at, cover_id: 'live' });
    await into('album_media', { album_id: id, media_id: 'gone', ord: 1 });
    await into('show_media', { show_id: 'show', media_id: id, ord: 1, caption: '' });
    await into('contact_message', { id, ...message, received_at: noon, deleted_at });
    await into('feedback', { id, ...feedback, wants_reply: 0, device: '', received_at: noon, deleted_at });
  }
}

async function upgraded(place: Parameters<typeof openDatabase>[0]): Promise<Database> {
  const before = await openDatabase(place, migrations.slice(0, step));
  await write(before, (tx) =>
    plant((table, row) =>
      tx
        .insertInto(table as 'setting')
        .values(row as never)
        .execute(),
    ),
  );
  await before.close();
  return openDatabase(place, migrations);
}

onEachEmptyPlace('what was in the trash before the upgrade is in it afterwards, word for word', async ({ place }) => {
  const db = await upgraded(place);
  const { read } = db;
  const posts = await read.selectFrom('post_with_deleted').selectAll().orderBy('id').execute();
  const post = {
    ...{ show_id: 'show', type: 'public', content: 'Come', author: 'Dee', changed_by: 'Dee', telling: 'done' },
    ...{ published_at: noon, created_at: noon, updated_at: noon, version: 3 },
  };
  const byDee = { deleted_at: later, deleted_by: 'Dee Moss' };
  expect(posts).toEqual([
    { ...post, id: 'gonePost', title: 'Gone', ...byDee },
    { ...post, id: 'livePost', title: 'Live', deleted_at: null, deleted_by: '' },
    { ...post, id: 'societys', title: 'Ours', show_id: null, ...byDee },
  ]);
  const files = await read.selectFrom('file_with_deleted').selectAll().orderBy('name').execute();
  const file = {
    ...{ content_type: 'text/plain', bytes: 3, storage_key: 'key', created_at: noon, version: 2, show_id: null },
    ...{ post_id: null, member_docs: 'no', managed_with: null, with_post: 0 },
  };
  expect(files).toEqual([
    { ...file, id: 'liveFile', name: 'a.txt', post_id: 'livePost', deleted_at: null, deleted_by: '' },
    { ...file, id: 'withPost', name: 'b.txt', post_id: 'gonePost', managed_with: 'show', with_post: 1, ...byDee },
    { ...file, id: 'alone', name: 'c.txt', post_id: 'livePost', ...byDee },
    { ...file, id: 'document', name: 'd.txt', member_docs: 'public', ...byDee },
    { ...file, id: 'orphan', name: 'e.txt', show_id: 'show', managed_with: 'show', ...byDee },
  ]);
  for (const table of ['media', 'album', 'contact_message', 'feedback'] as const) {
    const rows = await read.selectFrom(`${table}_with_deleted`).select(['id', 'deleted_at']).orderBy('id').execute();
    expect([table, rows]).toEqual([
      table,
      [
        { id: 'gone', deleted_at: later },
        { id: 'live', deleted_at: null },
      ],
    ]);
    expect(await read.selectFrom(table).select('id').execute()).toEqual([{ id: 'live' }]);
  }
  const blog = read.selectFrom('blog_post_with_deleted').select(['key', 'content', 'deleted_by']).orderBy('key');
  expect(await blog.execute()).toEqual([
    { key: 'gone', content: 'Text', deleted_by: 'Dee Moss' },
    { key: 'live', content: 'Text', deleted_by: '' },
  ]);
  expect(await read.selectFrom('blog_post').select('key').execute()).toEqual([{ key: 'live' }]);
  expect(await read.selectFrom('post').select('id').execute()).toEqual([{ id: 'livePost' }]);
  expect(await read.selectFrom('file').select('id').execute()).toEqual([{ id: 'liveFile' }]);
  await db.close();
});

onEachEmptyPlace('what belongs to a row in the trash stays with it, and goes when it is purged', async ({ place }) => {
  const db = await upgraded(place);
  const shown = () => db.read.selectFrom('show_media').select('media_id').orderBy('media_id').execute();
  expect(await shown()).toEqual([{ media_id: 'gone' }, { media_id: 'live' }]);
  expect(await db.read.selectFrom('album_media').select('album_id').execute()).toHaveLength(2);
  await write(db, async (tx) => {
    await tx.deleteFrom('media_with_deleted').where('deleted_at', 'is not', null).execute();
    await tx.deleteFrom('post_with_deleted').where('deleted_at', 'is not', null).execute();
  });
  expect(await shown()).toEqual([{ media_id: 'live' }]);
  expect(await db.read.selectFrom('album_media').selectAll().execute()).toEqual([]);
  const files = db.read.selectFrom('file_with_deleted').select('id').orderBy('id');
  expect(await files.execute()).toEqual(['alone', 'document', 'liveFile', 'orphan'].map((id) => ({ id })));
  await db.close();
});
