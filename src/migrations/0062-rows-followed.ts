import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table, followRows }) {
    await table('row_change', { of_table: column.text(), row_id: column.text(), counted: column.integer() }, (made) =>
      made.addPrimaryKeyConstraint('row_change_pk', ['of_table', 'row_id']),
    );
    await db.schema.createIndex('row_change_counted').on('row_change').column('counted').execute();
    await followRows('show', [['show', 'id']]);
    await followRows('person', [['person', 'id']]);
    // A credit is told of its show and its person
    await followRows('credit', [
      ['show', 'show_id'],
      ['person', 'person_id'],
    ]);
  },
};
