import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table }) {
    // Two persons of near names who are two: somebody has looked, and nobody is asked again. The lower id stands first.
    await table('person_apart', {
      person_id: column.reference('person', { onDelete: 'cascade' }),
      other_id: column.reference('person', { onDelete: 'cascade' }),
      since: column.instant(),
    });
    await db.schema
      .createIndex('person_apart_once')
      .on('person_apart')
      .columns(['person_id', 'other_id'])
      .unique()
      .execute();
    await db.schema.createIndex('person_apart_by_other').on('person_apart').column('other_id').execute();
  },
};
