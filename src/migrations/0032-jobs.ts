import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table }) {
    await table(
      'job',
      {
        kind: column.text(),
        key: column.text(),
        payload: column.json('{}'),
        status: column.oneOf(['waiting', 'done', 'failed']),
        due: column.instant(),
        leased_until: column.instant({ optional: true }),
        attempts: column.integer({ initially: 0 }),
        last_error: column.text(),
        dismissed: column.boolean(),
        created_at: column.instant(),
        finished_at: column.instant({ optional: true }),
      },
      (job) => job.addPrimaryKeyConstraint('job_by_name', ['kind', 'key'] as never),
    );
    await db.schema.createIndex('job_by_turn').on('job').columns(['status', 'kind', 'due', 'key']).execute();

    // A mail's delivery is a job. One that was in hand is looked at as though its process had died
    await sql`
      insert into job (kind, key, status, due, attempts, last_error, dismissed, created_at, finished_at)
      select 'mail', id, case status when 'sent' then 'done' else status end, next_attempt_at, attempts, last_error,
        let_go, created_at, case status when 'sent' then coalesce(sent_at, created_at) when 'failed' then next_attempt_at end
      from mail`.execute(db);
    // So is an erasure that somebody has asked for
    await sql`
      insert into job (kind, key, payload, status, due, created_at)
      select 'erase-account', user_id || ' ' || due_at, '{"user":"' || user_id || '"}', 'waiting', due_at, asked_at
      from erasure`.execute(db);
    await db.schema.dropIndex('mail_by_turn').execute();
    for (const moved of ['status', 'attempts', 'next_attempt_at', 'last_error', 'sent_at', 'in_hand', 'let_go']) {
      await db.schema.alterTable('mail').dropColumn(moved).execute();
    }
  },
};
