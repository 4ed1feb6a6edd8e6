import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table, addColumns, appendOnly }) {
    // Who paid stands beside the ledger: an erased name is forgotten here, and no entry changes
    await table('payer', {
      id: column.id(),
      user_id: column.reference('user', { optional: true, unique: true, onDelete: 'set null' }),
      name: column.text(),
    });
    await table(
      'entry',
      {
        id: column.id(),
        at: column.instant(),
        day: column.date(),
        kind: column.oneOf(['charge', 'refund', 'fee']),
        amount: column.pence({ signed: true }),
        source: column.oneOf(['card', 'cash', 'transfer']),
        about: column.oneOf(['subscription', 'tickets', 'front_of_house']),
        plan_id: column.text(),
        show_id: column.text(),
        label: column.text(),
        payer_id: column.reference('payer', { optional: true }),
        charge_id: column.reference('entry', { optional: true }),
        corrects: column.reference('entry', { optional: true, unique: true }),
        square_id: column.text({ optional: true }),
      },
      (entry) =>
        entry
          .addUniqueConstraint('entry_by_square_id', ['kind', 'square_id'] as never)
          .addCheckConstraint(
            'entry_has_its_sign',
            sql`amount <> 0 and (corrects is not null or case kind when 'charge' then amount > 0 else amount < 0 end)`,
          )
          .addCheckConstraint('entry_follows_its_charge', sql`(charge_id is null) = (kind = 'charge')`)
          .addCheckConstraint(
            'entry_has_its_subject',
            sql`case about when 'subscription' then plan_id <> '' and show_id = '' when 'tickets' then plan_id = '' and show_id <> '' else plan_id = '' end`,
          ),
    );
    // All that a year's totals are made of: the rows themselves needn't be read
    await db.schema
      .createIndex('entry_by_day')
      .on('entry')
      .columns(['day', 'about', 'plan_id', 'show_id', 'label', 'kind', 'source', 'amount'])
      .execute();
    for (const by of ['payer_id', 'charge_id', 'show_id'] as const) {
      await db.schema.createIndex(`entry_by_${by}`).on('entry').column(by).execute();
    }
    await appendOnly('entry', { unique: [['kind', 'square_id'], ['corrects']] });

    // How much of its first year somebody pays who joins within it
    await addColumns('subscription_plan', { first_part: column.oneOf(['full', 'months'], { initially: 'full' }) });
  },
};
