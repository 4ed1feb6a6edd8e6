import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

/** The demo's admin, by whom a database that began as a demo is known. */
const demoAdmin = 'SRRfbteEnJ0rBjMk';

export const migration: Migration = {
  async up(db, { engine, addColumns, appendOnly }) {
    const environment = column.oneOf(['practice', 'sandbox', 'production'], { initially: 'production' });
    await addColumns('entry', { environment });
    // What a card paid is of its payment's environment. In the demo everything was entered for practice, until it was left
    const practice = sql`exists (select 1 from "user" where id = ${sql.lit(demoAdmin)})
      and entry.at <= coalesce((select min(at) from audit where action = 'left the demo'), '9999')`;
    const paid = sql`select environment from payment_intent where payment_intent.id = coalesce(entry.charge_id, entry.id)`;
    for (const change of engine === 'sqlite' ? ['update', 'delete', 'insert'] : ['change']) {
      const on = engine === 'sqlite' ? sql`` : sql` on entry`;
      await sql`drop trigger ${sql.ref(`entry_takes_no_${change}`)}${on}`.execute(db);
    }
    if (engine === 'postgres') await sql`drop function entry_takes_no_change()`.execute(db);
    await sql`update entry set environment = coalesce((${paid}), case when ${practice} then 'practice' else 'production' end)`.execute(
      db,
    );
    await appendOnly('entry', { unique: [['kind', 'square_id'], ['corrects']] });
    // All that a year's totals are made of: the rows themselves needn't be read
    await db.schema.dropIndex('entry_by_day').execute();
    await db.schema
      .createIndex('entry_by_day')
      .on('entry')
      .columns(['environment', 'day', 'about', 'plan_id', 'show_id', 'label', 'kind', 'source', 'amount'])
      .execute();

    // Whether a refund ends what was paid for
    await addColumns('payment_intent', { ends: column.boolean() });
  },
};
