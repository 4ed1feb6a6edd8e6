import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

/** The mail server that admins enter on a screen. */
export const migration: Migration = {
  async up(db, { table, addColumns }) {
    await table('mail_server', {
      id: column.id(),
      host: column.text(),
      port: column.integer(),
      encryption: column.oneOf(['tls', 'starttls', 'optional']),
      user: column.text(),
      password: column.text(),
      sender: column.text(),
      in_use: column.boolean(),
    });
    await db.schema
      .createIndex('mail_server_in_use')
      .unique()
      .on('mail_server')
      .column('in_use')
      .where(sql.ref('in_use'), '=', 1)
      .execute();
    // The server by which an email must be sent, if it isn't the current one: used for the notice that the server was
    // replaced
    await addColumns('mail', { server_id: column.reference('mail_server', { optional: true, onDelete: 'set null' }) });
    await db.schema
      .createIndex('mail_by_server')
      .on('mail')
      .column('server_id')
      .where(sql.ref('server_id'), 'is not', null)
      .execute();
  },
};
