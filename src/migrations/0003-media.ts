import { column, type Migration } from '#platform/server/database/index.ts';

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
  },
};
