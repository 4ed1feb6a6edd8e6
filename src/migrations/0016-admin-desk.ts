import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { addColumns }) {
    const put = {
      archived_at: column.instant({ optional: true }),
      // The row stays for as long as it can be restored
      deleted_at: column.instant({ optional: true }),
    };
    await addColumns('contact_message', put);
    await addColumns('feedback', put);

    await addColumns('mail', {
      // Until when a link in it gives access; null for a mail that anyone may read
      secret_until: column.instant({ optional: true }),
      // Taken up by a process that hasn't said yet what became of it
      in_hand: column.boolean(),
      // An admin has seen that it failed, and leaves it at that
      let_go: column.boolean(),
    });
    await db.schema.createIndex('mail_by_time').on('mail').columns(['created_at', 'id']).execute();

    // The log is read in stretches, of everyone or of one, whatever its length
    await db.schema.createIndex('audit_by_actor').on('audit').columns(['actor_name', 'at', 'id']).execute();
    await db.schema.createIndex('audit_by_action').on('audit').columns(['action', 'at', 'id']).execute();
  },
};
