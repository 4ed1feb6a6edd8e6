import { column, type Migration } from '#platform/server/database/index.ts';

const precision = ['day', 'month', 'year'];

export const migration: Migration = {
  async up(db, { table }) {
    await table('person', {
      id: column.id(),
      name: column.text(),
      name_key: column.text(),
      credit_style: column.oneOf(['as_printed', 'new_as_old', 'new_only']),
      created_at: column.instant(),
    });
    await db.schema.createIndex('person_by_name').on('person').columns(['name_key', 'id']).execute();

    await table('show', {
      id: column.id(),
      title: column.text(),
      title_key: column.text(),
      subtitle: column.text(),
      author: column.text(),
      first_date: column.date(),
      first_date_precision: column.oneOf(precision),
      date: column.date(),
      date_precision: column.oneOf(precision),
      venue: column.text(),
      company: column.text(),
      cancelled: column.boolean(),
      season: column.text(),
      genre: column.text(),
      show_type: column.text(),
      programme: column.text(),
      banner: column.text(),
      noda_review: column.text(),
      radio_audio: column.text(),
      text_blob: column.text(),
      import_key: column.text({ optional: true, unique: true }),
      created_at: column.instant(),
      updated_at: column.instant(),
    });
    await db.schema.createIndex('show_by_date').on('show').columns(['date', 'id']).execute();

    await table('credit', {
      id: column.id(),
      show_id: column.reference('show', { onDelete: 'cascade' }),
      person_id: column.reference('person'),
      kind: column.oneOf(['cast', 'crew']),
      role: column.text(),
      ord: column.integer(),
      printed_as: column.text(),
    });
    await db.schema.createIndex('credit_by_show').on('credit').columns(['show_id', 'ord']).execute();
    await db.schema.createIndex('credit_by_person').on('credit').columns(['person_id', 'show_id']).execute();
  },
};
