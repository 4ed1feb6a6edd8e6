import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table, addColumns }) {
    await addColumns('media', {
      // What was agreed with the people in it; for those who look after the site, never shown
      consent: column.text(),
      // Counts the files: one higher each time they are replaced or made again
      version: column.integer({ initially: 1 }),
      // Counts the edits of its words, so that a stale one is seen
      edits: column.integer({ initially: 0 }),
      deleted_at: column.instant({ optional: true }),
    });
    await db.schema.createIndex('media_by_age').on('media').columns(['created_at', 'id']).execute();
    await db.schema.createIndex('media_by_deletion').on('media').column('deleted_at').execute();
    await addColumns('show_media', { featured: column.boolean() });

    await table('album', {
      id: column.id(),
      name: column.text(),
      // Without one, the first item stands for it
      cover_id: column.reference('media', { optional: true, onDelete: 'set null' }),
      edits: column.integer({ initially: 0 }),
      created_at: column.instant(),
      deleted_at: column.instant({ optional: true }),
    });
    await table(
      'album_media',
      {
        album_id: column.reference('album', { onDelete: 'cascade' }),
        media_id: column.reference('media', { onDelete: 'cascade' }),
        ord: column.integer(),
      },
      (built) => built.addPrimaryKeyConstraint('album_media_once', ['album_id', 'media_id']),
    );
    await db.schema.createIndex('album_media_by_media').on('album_media').column('media_id').execute();

    // Who is in a picture, as someone said by hand
    await table(
      'media_person',
      {
        media_id: column.reference('media', { onDelete: 'cascade' }),
        person_id: column.reference('person', { onDelete: 'cascade' }),
        ord: column.integer(),
      },
      (built) => built.addPrimaryKeyConstraint('media_person_once', ['media_id', 'person_id']),
    );
    await db.schema.createIndex('media_person_by_person').on('media_person').column('person_id').execute();
  },
};
