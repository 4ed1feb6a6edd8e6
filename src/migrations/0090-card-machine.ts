import { sql } from 'kysely';
import type { Migration } from '#platform/server/database/index.ts';

const manual = ['cash', 'transfer', 'cheque'];
const all = ['card', ...manual];
const machine = 'card_machine';

/**
 * Lets the ledger distinguish the society's own card machine from bank transfers, as which it was stored. Orders
 * recorded how each payment was made, so their entries are certain, with their refunds and reversals.
 */
export const migration: Migration = {
  async up(db, { allowValues, withoutTriggers }) {
    await allowValues('entry', 'source', { from: all, to: [...all, machine] });
    await allowValues('subscription_year', 'source', { from: [...all, 'free'], to: [...all, machine, 'free'] });
    await allowValues('paper_member', 'source', { from: manual, to: [...manual, machine] });
    await allowValues('payment_intent', 'resolution', {
      from: ['', 'retried', ...manual, 'dismissed'],
      to: ['', 'retried', ...manual, machine, 'dismissed'],
    });
    await withoutTriggers(['entry'], async () => {
      await sql`
        update entry set source = ${machine}
        where source = 'transfer' and id in (select entry_id from order_charge where paid_by = 'card')
      `.execute(db);
      const of = (column: string) => sql`
        update entry set source = ${machine}
        where source = 'transfer' and ${sql.ref(column)} in (select id from entry where source = ${machine})
      `;
      await of('charge_id').execute(db);
      await of('corrects').execute(db);
    });
  },
};
