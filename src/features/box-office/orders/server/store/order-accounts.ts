import { listChargeBalances } from '#features/money/ledger/server/index.ts';
import { formatCard } from '#features/money/payments/cards.ts';
import {
  type ChargedOrder,
  type ChargedOrderFinder,
  findCardsByCharge,
  sumOpenDisputes,
  sumPendingRefunds,
} from '#features/money/payments/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, runInBatches } from '#platform/server/database/index.ts';
import type { OrderAccount, OrderPayment } from '../../contract.ts';
import { type BoxOfficePaymentMethod, orderPath } from '../../order.ts';
import { deriveOrderAccount, splitRetainedAmongTickets } from '../../order-account.ts';
import type { OrderWithTickets } from './find-orders.ts';
import type { OrderChargeTable } from './tables.ts';
import { listReturnedTickets } from './tickets.ts';

type OrderForAccount = Pick<OrderWithTickets, 'id' | 'status' | 'source' | 'tickets' | 'kept_pence'>;

/** Loads the accounts of orders, by the orders' ids. */
export async function loadOrderAccounts(
  db: DbReader,
  orders: readonly OrderForAccount[],
): Promise<Map<Id, OrderAccount>> {
  const charges = await listOrderCharges(
    db,
    orders.map(({ id }) => id),
  );
  const chargeIds = charges.map(({ entry_id }) => entry_id);
  const pending = await sumPendingRefunds(db, chargeIds);
  const balances = await listChargeBalances(db, chargeIds);
  const byCard = balances.filter(({ source }) => source === 'card').map(({ id }) => id);
  const cards = await findCardsByCharge(db, byCard);
  const disputed = await sumOpenDisputes(db, byCard);
  const chargeOf = new Map(charges.map((charge) => [charge.entry_id, charge]));
  const byOrder = Map.groupBy(balances, ({ id }) => chargeOf.get(id)?.order_id);
  const paymentOf = ({
    id,
    source,
    charged,
    refunded,
    refunded_otherwise,
  }: (typeof balances)[number]): OrderPayment => {
    const card = cards.get(id);
    const paid_by: BoxOfficePaymentMethod = chargeOf.get(id)?.paid_by || (source === 'card_machine' ? 'card' : source);
    return {
      ...{ id, source, paid_by, card: card ? formatCard(card) : '' },
      ...{ amount: charged, refunded, refunded_otherwise },
      ...{ pending: pending.get(id) ?? 0, disputed: disputed.get(id) ?? 0 },
    };
  };
  return new Map(
    orders.map(({ id, status, source, tickets, kept_pence: kept }) => {
      const payments = (byOrder.get(id) ?? []).map(paymentOf);
      return [id, deriveOrderAccount({ status, source, tickets, payments, kept })];
    }),
  );
}

export const loadOrderAccount = async (db: DbReader, order: OrderForAccount): Promise<OrderAccount> =>
  (await loadOrderAccounts(db, [order])).get(order.id) ??
  deriveOrderAccount({ ...order, payments: [], kept: order.kept_pence });

/** Loads the money that the society retains for returned tickets, in pence, by the tickets' performance. */
export async function loadRetainedMoneyByPerformance(
  db: DbReader,
  orders: readonly OrderForAccount[],
  accounts: ReadonlyMap<Id, OrderAccount>,
): Promise<Map<Id, number>> {
  const retaining = orders.filter(({ id }) => (accounts.get(id)?.retained ?? 0) > 0);
  const returned = Map.groupBy(
    await listReturnedTickets(
      db,
      retaining.map(({ id }) => id),
    ),
    ({ order_id }) => order_id,
  );
  const sums = new Map<Id, number>();
  for (const { id, tickets } of retaining) {
    const all = [...tickets, ...(returned.get(id) ?? [])];
    const shares = splitRetainedAmongTickets(all, accounts.get(id)?.retained ?? 0);
    for (const [index, { performance_id }] of all.entries()) {
      sums.set(performance_id, (sums.get(performance_id) ?? 0) + (shares[index] ?? 0));
    }
  }
  return sums;
}

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
export const findOrderLabelsByCharge: ChargedOrderFinder = async (db, chargeIds) => {
  const names = new Map<Id, ChargedOrder>();
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

/** Finds the id of the order that a charge paid for. */
export async function findOrderIdByCharge(db: DbReader, chargeId: Id): Promise<Id | undefined> {
  const charge = await db
    .selectFrom('order_charge')
    .select('order_id')
    .where('entry_id', '=', chargeId)
    .executeTakeFirst();
  return charge?.order_id;
}
