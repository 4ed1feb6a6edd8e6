import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table }) {
    // Years of the ledger that take no more entries. Reopening one deletes its row; the audit log keeps both
    await table('closed_year', {
      id: column.id(),
      environment: column.oneOf(['practice', 'sandbox', 'production']),
      from_day: column.date(),
      until_day: column.date(),
      closed_at: column.instant(),
      closed_by: column.reference('user', { optional: true, onDelete: 'set null' }),
    });
    await db.schema
      .createIndex('closed_year_by_end')
      .unique()
      .on('closed_year')
      .columns(['environment', 'until_day'])
      .execute();
    await db.schema.createIndex('closed_year_by_user').on('closed_year').column('closed_by').execute();
  },
};
