import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { addColumns }) {
    // An admin's word that the account stays shut while it waits for its erasure: signing in no longer opens it
    await addColumns('erasure', { kept_shut: column.boolean() });

    // By whose right an invitation lets somebody in: a user's id, which outlives the account; null for the server's own
    await addColumns('invitation', { invited_by: column.text({ optional: true }) });
    await sql`
      update invitation set invited_by = (
        select min(audit.actor_id) from audit
        where audit.at = invitation.created_at and audit.action = 'invited' and audit.actor_id <> ''
      ) where email <> ''`.execute(db);

    // When a second factor was last shown in this session; "" for never
    await addColumns('session', { second_factor_at: column.text() });
  },
};
