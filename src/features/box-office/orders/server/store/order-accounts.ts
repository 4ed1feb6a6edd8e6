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
import { type DbReader, runInBatches } from '#platform/server/database/index.ts';
import type { OrderAccount, OrderPayment } from '../../contract.ts';
import { type BoxOfficePaymentMethod, orderPath } from '../../order.ts';
import { deriveOrderAccount, splitRetainedAmongTickets } from '../../order-account.ts';
import { findOrderWithTickets, findPerformanceOrders, type OrderWithTickets } from './orders.ts';
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

/** Lists the charges that paid for orders, in no particular order. */
export async function listOrderCharges(db: DbReader, orderIds: readonly Id[]): Promise<OrderChargeTable[]> {
  const charges: OrderChargeTable[] = [];
  await runInBatches(orderIds, async (some) => {
    charges.push(...(await db.selectFrom('order_charge').selectAll().where('order_id', 'in', some).execute()));
  });
  return charges;
}

/** Finds the reference and buyer of the order that each charge paid for, by the charge's id. */
export const findChargedTicketOrders: ChargedOrderFinder = async (db, chargeIds) => {
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

/** The balance of an order as the door needs it, in pence. */
interface OrderBalance {
  /** The price of the order's valid tickets. */
  sold: number;
  /** The amount still to pay. */
  due: number;
  /** Refunds, made or requested, for tickets that are still valid. */
  refunded: number;
  /** The amount in dispute at the cardholder's bank. */
  disputed: number;
}

async function loadBalances(db: DbReader, orders: readonly OrderForAccount[]): Promise<Map<Id, OrderBalance>> {
  const accounts = await loadOrderAccounts(db, orders);
  return new Map(
    [...accounts].map(([id, account]) => {
      const { sold, due, refunded_valid: refunded } = account;
      const disputed = account.payments.reduce((sum, payment) => sum + payment.disputed, 0);
      return [id, { sold, due, refunded, disputed }];
    }),
  );
}

/** Finds the balances of the orders with tickets for a performance. A balance covers the whole order. */
export async function findPerformanceOrderBalances(db: DbReader, performance: Id): Promise<Map<Id, OrderBalance>> {
  const tickets = await db
    .selectFrom('ticket')
    .selectAll()
    .where('given_back_at', 'is', null)
    .where('order_id', 'in', (of) =>
      of.selectFrom('ticket').select('order_id').where('performance_id', '=', performance),
    )
    .execute();
  const byOrder = Map.groupBy(tickets, ({ order_id }) => order_id);
  const orders = await findPerformanceOrders(db, performance);
  return loadBalances(
    db,
    orders.map((order) => ({ ...order, tickets: byOrder.get(order.id) ?? [] })),
  );
}

export async function findOrderBalance(db: DbReader, id: Id): Promise<OrderBalance> {
  const order = await findOrderWithTickets(db, id);
  const balances = await loadBalances(db, order ? [order] : []);
  return balances.get(id) ?? { sold: 0, due: 0, refunded: 0, disputed: 0 };
}
