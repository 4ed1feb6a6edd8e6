import type { ChargeName, FindChargeNames } from '#features/money/payments/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, runInBatches } from '#platform/server/database/index.ts';
import { orderPath } from '../../order.ts';
import type { OrderChargeTable } from './tables.ts';

/** Records that a charge paid for an order, or for a part of it. */
export const recordOrderCharge = (tx: DbTransaction, charge: OrderChargeTable) =>
  tx.insertInto('order_charge').values(charge).execute();

/** Lists the charges that paid for orders, in no particular order. */
export async function listOrderCharges(db: DbReader, orderIds: readonly Id[]): Promise<OrderChargeTable[]> {
  const charges: OrderChargeTable[] = [];
  await runInBatches(orderIds, async (some) => {
    charges.push(...(await db.selectFrom('order_charge').selectAll().where('order_id', 'in', some).execute()));
  });
  return charges;
}

/** Finds the reference and buyer of the order that each charge paid for, by the charge's id. */
export const findOrderLabelsByCharge: FindChargeNames = async (db, chargeIds) => {
  const names = new Map<Id, ChargeName>();
  await runInBatches(chargeIds, async (some) => {
    const rows = await db
      .selectFrom('order_charge')
      .innerJoin('ticket_order', 'ticket_order.id', 'order_charge.order_id')
      .select(['order_charge.entry_id', 'ticket_order.ref', 'ticket_order.name', 'ticket_order.id'])
      .where('order_charge.entry_id', 'in', some)
      .execute();
    for (const { entry_id, ref, name: buyer, id } of rows) {
      names.set(entry_id, { ref: `${ref}`, buyer, subject: id, link: orderPath(id) });
    }
  });
  return names;
};

/** Finds the order that a charge paid for. */
export async function findOrderOfCharge(db: DbReader, chargeId: Id): Promise<Id | undefined> {
  const charge = await db
    .selectFrom('order_charge')
    .select('order_id')
    .where('entry_id', '=', chargeId)
    .executeTakeFirst();
  return charge?.order_id;
}
