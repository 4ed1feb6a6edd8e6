import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

/** One inbox: the messages of visitors and the feedback of members become rows of one table. */
export const migration: Migration = {
  async up(db, { table, liveView }) {
    await table('inbox_message_with_deleted', {
      id: column.id(),
      kind: column.oneOf(['contact', 'feedback']),
      user_id: column.reference('user', { optional: true, onDelete: 'set null' }),
      name: column.text(),
      contact: column.text(),
      about: column.text(),
      message: column.text(),
      wants_reply: column.boolean(),
      device: column.text(),
      suspect: column.boolean(),
      state: column.oneOf(['new', 'seen', 'done']),
      received_at: column.instant(),
      archived_at: column.instant({ optional: true }),
      deleted_at: column.instant({ optional: true }),
      answered_at: column.instant({ optional: true }),
      answered_by: column.text(),
    });
    const columns = sql`id, kind, user_id, name, contact, about, message, wants_reply, device, suspect, state,
      received_at, archived_at, deleted_at, answered_at, answered_by`;
    await sql`insert into inbox_message_with_deleted (${columns})
      select id, 'contact', null, name, contact, subject, message, 1, '', suspect,
        case when read_at is null then 'new' else 'seen' end,
        received_at, archived_at, deleted_at, answered_at, answered_by
      from contact_message_with_deleted`.execute(db);
    await sql`insert into inbox_message_with_deleted (${columns})
      select id, 'feedback', user_id, name, email, about, message, wants_reply, device, 0, state,
        received_at, archived_at, deleted_at, answered_at, answered_by
      from feedback_with_deleted`.execute(db);
    for (const name of ['contact_message', 'feedback']) {
      await db.schema.dropView(name).execute();
      await db.schema.dropTable(`${name}_with_deleted`).execute();
    }
    const index = (name: string) => db.schema.createIndex(`inbox_message_by_${name}`).on('inbox_message_with_deleted');
    await index('time').columns(['received_at', 'id']).execute();
    await index('user').columns(['user_id', 'received_at']).execute();
    await index('deletion').column('deleted_at').where(sql.ref('deleted_at'), 'is not', null).execute();
    await liveView('inbox_message');
  },
};
