import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table, addColumns }) {
    // When they last showed who they are: what is grave needs that to be recent
    await addColumns('session', { authenticated_at: column.text() });
    await sql`update session set authenticated_at = created_at`.execute(db);

    // Secrets for an app that were shown, until a code from one of them comes back
    await table('totp_offer', {
      id: column.id(),
      session_id: column.reference('session', { onDelete: 'cascade' }),
      // Sealed, like the one that is kept
      secret: column.text(),
      expires_at: column.instant(),
    });
    await db.schema
      .createIndex('totp_offer_by_session')
      .on('totp_offer')
      .columns(['session_id', 'expires_at'])
      .execute();
    // A secret is made for each attempt: how often codes were switched off says nothing any more
    await db.schema.alterTable('totp').dropColumn('turn').execute();
  },
};
