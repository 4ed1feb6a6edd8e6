import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table, addColumns }) {
    // Money that went back at Square without our asking: a refund made in its dashboard, or a dispute
    await table('external_refund', {
      id: column.id(),
      environment: column.text(),
      kind: column.oneOf(['refund', 'dispute']),
      provider_id: column.text(),
      charge_id: column.reference('payment_intent', { optional: true }),
      pence: column.pence(),
      state: column.text(),
      reason: column.text(),
      due_at: column.text(),
      happened_at: column.instant(),
      found_at: column.instant(),
      recorded_at: column.instant({ optional: true }),
      closed_at: column.instant({ optional: true }),
    });
    await db.schema.createIndex('external_refund_by_charge').on('external_refund').column('charge_id').execute();
    await addColumns('payment_intent', {
      origin: column.oneOf(['here', 'dashboard', 'dispute'], { initially: 'here' }),
      // The decision about a refund that was refused: "" while somebody still has to decide
      resolution: column.oneOf(['', 'retried', 'cash', 'transfer', 'cheque', 'dismissed'], { initially: '' }),
      resolved_at: column.instant({ optional: true }),
    });
    // Refused refunds need no decision if as much or more was refunded since
    await sql`
      update payment_intent set resolution = 'retried', resolved_at = settled_at
      where kind = 'refund' and status in ('declined', 'abandoned') and exists (
        select 1 from payment_intent as later
        where later.charge_id = payment_intent.charge_id and later.kind = 'refund'
          and later.status in ('open', 'settled') and later.created_at >= payment_intent.created_at
          and later.pence >= payment_intent.pence
      )
    `.execute(db);
    await db.schema
      .createIndex('payment_intent_refused')
      .on('payment_intent')
      .columns(['environment', 'settled_at'])
      .where(sql<boolean>`kind = 'refund' and status in ('declined', 'abandoned') and resolution = ''`)
      .execute();
  },
};
