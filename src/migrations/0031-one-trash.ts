import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

/** What can be deleted and restored. */
const kinds = ['file', 'post', 'blog_post', 'media', 'album', 'contact_message', 'feedback'];

/** All that a file and a post are, besides how they were deleted. */
const ofFile = [
  ...['id', 'name', 'content_type', 'bytes', 'storage_key', 'created_at'],
  ...['show_id', 'post_id', 'member_docs', 'version'],
];
const ofPost = [
  ...['id', 'show_id', 'type', 'title', 'content', 'published_at', 'author', 'created_at', 'updated_at'],
  ...['version', 'changed_by', 'telling'],
];
const deletion = ['deleted_at', 'deleted_by'];

export const migration: Migration = {
  async up(db, { addColumns, liveView }) {
    const deleted = () => ({ deleted_at: column.instant({ optional: true }), deleted_by: column.text() });
    await addColumns('post', deleted());
    await addColumns('file', {
      ...deleted(),
      // Whose people manage a deleted file: its own show, or that of its post
      managed_with: column.reference('show', { optional: true, onDelete: 'cascade' }),
      // Went because its post did, and comes back with it
      with_post: column.boolean(),
    });

    // Who moved the version on, for whoever is refused
    for (const table of ['album', 'show_gallery']) await addColumns(table, { changed_by: column.text() });

    // Posts first: a file refers to its post from now on, even when both are deleted
    const moves = { post: [...ofPost, ...deletion], file: [...ofFile, 'managed_with', 'with_post', ...deletion] };
    const orphans = sql`post_id is not null and post_id not in (select id from post)`;
    for (const [table, columns] of Object.entries(moves)) {
      const from = `deleted_${table}`;
      if (table === 'file') {
        await sql`update deleted_file set show_id = managed_with, post_id = null, with_post = 0 where ${orphans}`.execute(
          db,
        );
      }
      const all = sql.join(columns.map((name) => sql.ref(name)));
      await sql`insert into ${sql.table(table)} (${all}) select ${all} from ${sql.table(from)}`.execute(db);
      await db.schema.dropTable(from).execute();
    }

    await db.schema.dropIndex('media_by_deletion').execute();
    for (const kind of kinds) {
      const table = `${kind}_with_deleted`;
      await db.schema.alterTable(kind).renameTo(table).execute();
      // The trash is small beside what is live
      await db.schema
        .createIndex(`${kind}_by_deletion`)
        .on(table)
        .column('deleted_at')
        .where('deleted_at', 'is not', null)
        .execute();
    }
    // By the plain name go the live rows alone: no list, feed or search can forget to leave deleted ones out
    for (const kind of kinds) await liveView(kind);
  },
};
