import { column, type Migration } from '../platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table }) {
    await table('media', {
      id: column.id(),
      kind: column.oneOf(['image', 'video', 'audio']),
      filename: column.text(),
      content_type: column.text(),
      width: column.integer(),
      height: column.integer(),
      sizes: column.json('[]'),
      placeholder: column.text(),
      alt: column.text(),
      credit: column.text(),
      created_at: column.instant(),
    });
    await table(
      'show_media',
      {
        show_id: column.reference('show', { onDelete: 'cascade' }),
        media_id: column.reference('media', { onDelete: 'cascade' }),
        ord: column.integer(),
        caption: column.text(),
      },
      (built) => built.addPrimaryKeyConstraint('show_media_once', ['show_id', 'media_id']),
    );
    await db.schema.createIndex('show_media_by_media').on('show_media').column('media_id').execute();

    await table('file', {
      id: column.id(),
      name: column.text(),
      content_type: column.text(),
      bytes: column.integer(),
      storage_key: column.text(),
      created_at: column.instant(),
      // A file belongs to a show, or to a post, or to Member Documents (CONTRACT §3).
      show_id: column.reference('show', { optional: true, onDelete: 'cascade' }),
      post_id: column.text({ optional: true }),
      member_docs: column.oneOf(['no', 'members', 'public']),
    });
    await db.schema.createIndex('file_by_post').on('file').column('post_id').execute();
    await db.schema.createIndex('file_by_show').on('file').column('show_id').execute();
  },
};
