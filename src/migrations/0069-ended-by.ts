import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { addColumns }) {
    // Which refund ended a paid year. Until now it was told by the day: of several, by the last that wasn't taken back
    await addColumns('subscription_year', { ended_by: column.text({ optional: true }) });
    await sql`
      update subscription_year set ended_by = (
        select refund.id from entry as refund
        where refund.charge_id = subscription_year.entry_id
          and refund.kind = 'refund' and refund.corrects is null
          and (refund.day = subscription_year.renews_on or subscription_year.renews_on < subscription_year.begins_on)
        order by exists (select 1 from entry as back where back.corrects = refund.id), refund.at desc, refund.id
        limit 1
      )
    `.execute(db);
  },
};
