import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table }) {
    await table('correction', {
      id: column.id(),
      show_id: column.reference('show', { optional: true, onDelete: 'cascade' }),
      person_id: column.reference('person', { optional: true, onDelete: 'cascade' }),
      what: column.text(),
      // No reference: a save of the show may give the credit another id
      credit_id: column.text(),
      right: column.text(),
      role: column.text(),
      cast_or_crew: column.oneOf(['cast', 'crew']),
      was: column.text(),
      note: column.text(),
      name: column.text(),
      email: column.text(),
      suspect: column.boolean(),
      state: column.oneOf(['open', 'applied', 'refused']),
      received_at: column.instant(),
      decided_at: column.instant({ optional: true }),
      decided_by: column.text(),
      undo: column.text(),
    });
    await db.schema.createIndex('correction_by_state').on('correction').columns(['state', 'received_at']).execute();
  },
};
