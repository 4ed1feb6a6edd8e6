import { write } from '../database/index.ts';
import type { Feature } from '../feature/feature.ts';
import { defineScheduledJob } from '../jobs/job-handler.ts';
import { deleteOldImportRecords } from './undo-import.ts';

/** Imports, which can be undone for a limited time. */
export const importsFeature: Feature = {
  visibility: { import_record: 'private', imported_row: 'private' },
  work: ({ db, clock }) => [
    defineScheduledJob(
      { kind: 'forget-imports', name: 'Deleting old records of imports', schedule: { every: 'day', at: '03:57' } },
      async () => {
        const now = clock();
        await write(db, (tx) => deleteOldImportRecords(tx, now));
      },
    ),
  ],
  personalData: [
    {
      name: 'imports',
      tables: ['import_record'],
      about: (db, { id }) =>
        db.selectFrom('import_record').select(['kind', 'file', 'imported_at']).where('imported_by', '=', id).execute(),
      // If a row of a membership list was merged into the person's account, the row is recorded under the account's id
      erase: async (tx, { id }) => {
        await tx.deleteFrom('imported_row').where('row_id', '=', id).execute();
      },
    },
  ],
  nonPersonalTables: [
    { table: 'imported_row', reason: 'ids of imported rows and their state at that time, without names' },
  ],
};
