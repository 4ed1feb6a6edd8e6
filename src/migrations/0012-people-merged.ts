import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table, addColumns }) {
    // Two persons who were one. The row stays as long as they are one: taking it back undoes the merge.
    await table('person_merge', {
      person_id: column.reference('person', { unique: true, onDelete: 'cascade' }),
      kept_id: column.reference('person', { onDelete: 'cascade' }),
      // Whether the one kept was given the other's user, and has to give that back
      carried_user: column.boolean(),
      merged_at: column.instant(),
      merged_by: column.text(),
    });
    await db.schema.createIndex('person_merge_by_kept').on('person_merge').columns(['kept_id', 'person_id']).execute();

    // Whose credit it was before a merge; nobody's else in all others
    await addColumns('credit', { merged_from: column.reference('person', { optional: true }) });
    await db.schema.createIndex('credit_by_merged').on('credit').column('merged_from').execute();

    // Since when a show is out of everybody's sight but the admins'
    await addColumns('show', { archived_at: column.instant({ optional: true }) });
  },
};
