import { column, type Migration } from '#platform/server/database/index.ts';

const ofPost = {
  type: column.oneOf(['public', 'auditions', 'private']),
  title: column.text(),
  content: column.text(),
  published_at: column.instant(),
  author: column.text(),
  created_at: column.instant(),
  updated_at: column.instant(),
  version: column.integer({ initially: 1 }),
  changed_by: column.text(),
  telling: column.oneOf(['no', 'waiting', 'done']),
};

export const migration: Migration = {
  async up(db, { table, addColumns }) {
    await addColumns('post', {
      // Moves with each change, so that a save which started from an older one is known
      version: column.integer({ initially: 1 }),
      changed_by: column.text(),
      telling: column.oneOf(['no', 'waiting', 'done'], { initially: 'no' }),
    });
    await db.schema.createIndex('post_by_telling').on('post').columns(['telling', 'published_at']).execute();

    // What is deleted moves here: no list, feed or search can forget to leave it out
    await table('deleted_post', {
      id: column.id(),
      show_id: column.reference('show', { optional: true, onDelete: 'cascade' }),
      ...ofPost,
      deleted_at: column.instant(),
      deleted_by: column.text(),
    });
    await db.schema.createIndex('deleted_post_by_show').on('deleted_post').columns(['show_id', 'deleted_at']).execute();
    await db.schema.createIndex('deleted_post_by_time').on('deleted_post').column('deleted_at').execute();

    await table('deleted_file', {
      id: column.id(),
      name: column.text(),
      content_type: column.text(),
      bytes: column.integer(),
      storage_key: column.text(),
      created_at: column.instant(),
      show_id: column.reference('show', { optional: true, onDelete: 'cascade' }),
      // No reference: the post may be deleted as well
      post_id: column.text({ optional: true }),
      member_docs: column.oneOf(['no', 'members', 'public']),
      // Whose people manage it: its own show, or that of its post
      managed_with: column.reference('show', { optional: true, onDelete: 'cascade' }),
      // Went because its post did, and comes back with it
      with_post: column.boolean(),
      deleted_at: column.instant(),
      deleted_by: column.text(),
    });
    await db.schema
      .createIndex('deleted_file_by_show')
      .on('deleted_file')
      .columns(['managed_with', 'deleted_at'])
      .execute();
    await db.schema.createIndex('deleted_file_by_post').on('deleted_file').column('post_id').execute();
    await db.schema.createIndex('deleted_file_by_time').on('deleted_file').column('deleted_at').execute();
    await db.schema.createIndex('deleted_file_by_key').on('deleted_file').column('storage_key').execute();
    await db.schema.createIndex('file_by_key').on('file').column('storage_key').execute();
  },
};
