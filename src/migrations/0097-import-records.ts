import { column, type Migration } from '#platform/server/database/index.ts';

/** The rows that each import created or changed, so that it can be undone. */
export const migration: Migration = {
  async up(db, { table }) {
    await table('import_record', {
      id: column.id(),
      kind: column.text(),
      // The subject of the import, such as a show; '' if there is none
      subject: column.text(),
      file: column.text(),
      imported_by: column.reference('user', { optional: true, onDelete: 'set null' }),
      imported_at: column.instant(),
      undone_at: column.instant({ optional: true }),
    });
    await table('imported_row', {
      id: column.id(),
      import_id: column.reference('import_record', { onDelete: 'cascade' }),
      kind: column.text(),
      row_id: column.text(),
      // The state of the row after the import, to detect later changes
      state: column.text(),
    });
    const index = (name: string, on: string) => db.schema.createIndex(name).on(on);
    await index('import_record_by_kind', 'import_record').columns(['kind', 'subject', 'imported_at']).execute();
    await index('import_record_by_user', 'import_record').column('imported_by').execute();
    await index('imported_row_by_import', 'imported_row').column('import_id').execute();
  },
};
