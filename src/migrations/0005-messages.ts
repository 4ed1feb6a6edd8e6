import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table }) {
    await table('contact_message', {
      id: column.id(),
      name: column.text(),
      contact: column.text(),
      subject: column.oneOf(['Joining the group', 'Tickets', 'Group Bookings', 'Other']),
      message: column.text(),
      suspect: column.boolean(),
      received_at: column.instant(),
      read_at: column.instant({ optional: true }),
    });
    await db.schema
      .createIndex('contact_message_by_time')
      .on('contact_message')
      .columns(['received_at', 'id'])
      .execute();

    await table('mail', {
      id: column.id(),
      idempotency_key: column.text({ unique: true }),
      to: column.text(),
      from_name: column.text(),
      reply_to: column.text(),
      subject: column.text(),
      text: column.text(),
      html: column.text(),
      created_at: column.instant(),
      status: column.oneOf(['waiting', 'sent', 'failed']),
      attempts: column.integer({ initially: 0 }),
      next_attempt_at: column.instant(),
      last_error: column.text(),
      sent_at: column.instant({ optional: true }),
    });
    await db.schema.createIndex('mail_by_turn').on('mail').columns(['status', 'next_attempt_at', 'id']).execute();
  },
};
