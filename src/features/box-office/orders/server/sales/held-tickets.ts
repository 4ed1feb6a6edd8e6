import {
  confirmPlacesAndSeats,
  extendPlaceAndSeatHolds,
  findPerformance,
  findPerformanceWithPublicTypes,
  isPerformanceCancelled,
  releasePlacesAndSeats,
  takePlaces,
} from '#features/box-office/performances/server/index.ts';
import { findIntent } from '#features/money/payments/server/index.ts';
import { deriveId, type Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, runInBatches } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { TicketRequest } from '../../requested-tickets.ts';
import { isTicketOfType } from '../../tickets.ts';
import { returnTickets } from '../refunds/order-refunds.ts';
import { listOrderCharges } from '../store/order-accounts.ts';
import { findOrderWithTickets, type newOrderDefaults, type noSeatingRequests, recordOrder } from '../store/orders.ts';
import type { HeldTicketTable, TicketOrderTable } from '../store/tables.ts';
import { findTicketTypeShortage } from '../store/tickets.ts';

export type HeldTicket = HeldTicketTable;

/** Finds the tickets in a basket, including those with an expired hold. */
export const findTicketsInBasket = (db: DbReader, basketId: Id): Promise<HeldTicketTable[]> =>
  db
    .selectFrom('held_ticket')
    .selectAll()
    .where('basket_id', '=', basketId)
    .orderBy('pence', 'desc')
    .orderBy('id')
    .execute();

/** Finds the tickets in these baskets, including those with an expired hold. */
const findTicketsInBaskets = async (db: DbReader, baskets: readonly Id[]): Promise<HeldTicketTable[]> =>
  baskets.length === 0 ? [] : db.selectFrom('held_ticket').selectAll().where('basket_id', 'in', baskets).execute();

/** Counts the tickets in these baskets, including those with an expired hold. */
export const countTicketsInBaskets = async (db: DbReader, baskets: readonly Id[]): Promise<number> =>
  (await findTicketsInBaskets(db, baskets)).length;

/** Counts the tickets in these baskets that cost something, including those with an expired hold. */
export const countPricedTicketsInBaskets = async (db: DbReader, baskets: readonly Id[]): Promise<number> =>
  (await findTicketsInBaskets(db, baskets)).filter(({ pence }) => pence > 0).length;

/** Finds the tickets that these baskets hold at the given time. */
export const findTicketsOnHold = async (
  db: DbReader,
  baskets: readonly Id[],
  now: Instant,
): Promise<Pick<HeldTicketTable, 'id' | 'basket_id' | 'performance_id' | 'type_id' | 'type'>[]> =>
  (await findTicketsInBaskets(db, baskets)).filter(({ held_until }) => held_until > now);

/** Counts the tickets that these baskets hold at the given time. */
export const countTicketsOnHold = async (db: DbReader, baskets: readonly Id[], now: Instant): Promise<number> =>
  (await findTicketsOnHold(db, baskets, now)).length;

/**
 * Counts the orders among these that were made since the given time and paid by card, and their valid tickets for a
 * performance.
 */
export async function countCardOrdersAndTickets(
  db: DbReader,
  { orders, performance, since }: { orders: readonly Id[]; performance: Id; since: Instant },
): Promise<{ orders: number; tickets: number }> {
  if (orders.length === 0) return { orders: 0, tickets: 0 };
  const paid = await db
    .selectFrom('ticket_order')
    .select('id')
    .where('id', 'in', orders)
    .where('paid_by', '=', 'card')
    .where('status', '=', 'paid')
    .where('created_at', '>', since)
    .execute();
  if (paid.length === 0) return { orders: 0, tickets: 0 };
  const tickets = await db
    .selectFrom('ticket')
    .select('id')
    .where(
      'order_id',
      'in',
      paid.map(({ id }) => id),
    )
    .where('performance_id', '=', performance)
    .where('given_back_at', 'is', null)
    .execute();
  return { orders: paid.length, tickets: tickets.length };
}

/** A request to hold tickets for one performance. */
interface TicketHoldRequest {
  basket: Id;
  performance: Id;
  wanted: readonly TicketRequest[];
  /** An id for each requested ticket, created outside the transaction, which may run twice. */
  ids: readonly Id[];
  /** The tickets already in the basket, including those with an expired hold. */
  before: readonly HeldTicketTable[];
  until: Instant;
  now: Instant;
}

/**
 * Holds tickets for a performance, replacing the tickets that the basket already has for it. If too few places or
 * tickets of a type are left, returns the number left. The caller must then throw, so that the transaction is rolled
 * back.
 */
export async function holdTickets(
  tx: DbTransaction,
  { basket, performance, wanted, ids, before, until, now }: TicketHoldRequest,
): Promise<'held' | { left: number; type?: string }> {
  await deleteTicketsAndReleasePlaces(
    tx,
    before.filter(({ performance_id }) => performance_id === performance),
  );
  const shortage = await findTicketTypeShortage(tx, { performance, wanted, now });
  if (shortage) return shortage;
  const tickets = wanted.flatMap(({ id: type_id, name, pence, count }) =>
    Array.from({ length: count }, () => ({ type_id, type: name, pence })),
  );
  const rows = tickets.map((ticket, at) => ({
    ...ticket,
    ...{ id: ids[at] ?? '', basket_id: basket, performance_id: performance, held_until: until },
    ...{ discount: 0, percent: 0, off_pence: 0 },
  }));
  const taken = await takePlaces(tx, { performance, tickets: rows.map(({ id }) => id), until, now });
  if (taken !== 'taken') return taken;
  await runInBatches(rows, (batch) => tx.insertInto('held_ticket').values(batch).execute());
  return 'held';
}

/** Releases a basket's tickets, for one performance or for all. */
export async function releaseHeldTickets(
  tx: DbTransaction,
  { basket, performance }: { basket: Id; performance?: Id },
): Promise<void> {
  const held = await findTicketsInBasket(tx, basket);
  await deleteTicketsAndReleasePlaces(
    tx,
    held.filter((one) => performance === undefined || one.performance_id === performance),
  );
}

async function deleteTicketsAndReleasePlaces(tx: DbTransaction, tickets: readonly HeldTicketTable[]): Promise<void> {
  const ids = tickets.map(({ id }) => id);
  await releasePlacesAndSeats(tx, ids);
  await runInBatches(ids, (batch) => tx.deleteFrom('held_ticket').where('id', 'in', batch).execute());
}

/**
 * Extends the hold of a basket's tickets until `until`. If a hold had expired and others have taken the places, they
 * aren't recovered.
 */
export async function extendHold(
  tx: DbTransaction,
  held: readonly Pick<HeldTicketTable, 'id'>[],
  until: Instant,
): Promise<void> {
  const ids = held.map(({ id }) => id);
  await extendPlaceAndSeatHolds(tx, ids, until);
  await runInBatches(ids, (batch) =>
    tx.updateTable('held_ticket').set({ held_until: until }).where('id', 'in', batch).execute(),
  );
}

/** Stores the discount on each ticket, and the rule behind it. */
export async function setHeldTicketDiscounts(
  tx: DbTransaction,
  tickets: readonly Pick<HeldTicketTable, 'id' | 'discount' | 'percent' | 'off_pence'>[],
): Promise<void> {
  for (const { id, ...discount } of tickets) {
    await tx.updateTable('held_ticket').set(discount).where('id', '=', id).execute();
  }
}

/**
 * Deletes the tickets of these baskets, whose holds must have expired. Their places needn't be released, because an
 * expired hold keeps nobody from taking them.
 */
export const deleteHeldTickets = (tx: DbTransaction, baskets: readonly Id[]): Promise<void> =>
  runInBatches(baskets, (batch) => tx.deleteFrom('held_ticket').where('basket_id', 'in', batch).execute());

/** An order created from a basket, with the basket's id. */
export type NewOrderFromHold = Omit<
  TicketOrderTable,
  'version' | 'ref' | 'status' | 'source' | 'reason' | keyof typeof noSeatingRequests | keyof typeof newOrderDefaults
> & {
  /** The charge in the ledger that paid for the order; "" if nothing was paid. */
  entry_id: Id | '';
};

/**
 * Sells the tickets that a basket holds, each at its price when it was chosen, less its discount. The tickets keep
 * their places, or get other places if theirs are taken.
 * @returns 'gone' if too few places or tickets are left, or if one of the performances doesn't take place: the caller
 * must then roll back the transaction
 */
export async function convertHoldToOrder(
  tx: DbTransaction,
  order: NewOrderFromHold,
  held: readonly HeldTicketTable[],
): Promise<'sold' | 'gone'> {
  for (const [performance, tickets] of Map.groupBy(held, ({ performance_id }) => performance_id)) {
    if (!(await canStillSell(tx, performance, tickets, order.created_at))) return 'gone';
    const ids = tickets.map(({ id }) => id);
    const places = await confirmPlacesAndSeats(tx, { performance, tickets: ids, now: order.created_at });
    if (places !== 'taken') return 'gone';
  }
  await recordOnlineOrder(tx, order, held);
  return 'sold';
}

/**
 * Returns true if the performance takes place, and if enough tickets of each type are left for those whose hold has
 * expired.
 */
async function canStillSell(
  tx: DbTransaction,
  performance: Id,
  tickets: readonly HeldTicketTable[],
  now: Instant,
): Promise<boolean> {
  const found = await findPerformance(tx, performance);
  if (!found || isPerformanceCancelled(found)) return false;
  const lapsed = tickets.filter(({ held_until }) => held_until <= now);
  if (lapsed.length === 0) return true;
  const types = (await findPerformanceWithPublicTypes(tx, performance))?.types ?? [];
  const known = new Set(types.map(({ id }) => id));
  const wanted = types.map((type) => ({
    ...{ id: type.id, name: type.name, most: type.most },
    count: lapsed.filter((ticket) => isTicketOfType(ticket, type, known)).length,
  }));
  return (await findTicketTypeShortage(tx, { performance, wanted, now })) === undefined;
}

const unfulfilledRefundSeed = (order: Id): Id => deriveId(`no places ${order}`);

/** Derives the id of the refund for a charge whose order got no places, because they had been sold meanwhile. */
export const deriveUnfulfilledRefundId = ({ order, charge }: { order: Id; charge: Id }): Id =>
  deriveId(`${unfulfilledRefundSeed(order)} ${charge}`);

/**
 * Returns true if an order never had places: before its payment arrived, others had taken them, or a performance had
 * been cancelled or deleted.
 */
export async function wasOrderUnfulfilled(db: DbReader, order: Id): Promise<boolean> {
  for (const { entry_id } of await listOrderCharges(db, [order])) {
    if (await findIntent(db, deriveUnfulfilledRefundId({ order, charge: entry_id }))) return true;
  }
  return false;
}

/** Records a paid order that can't have its places any more, and refunds its payment. */
export async function recordAndRefundUnfulfilledOrder(
  tx: DbTransaction,
  order: NewOrderFromHold,
  { held, environment }: { held: readonly HeldTicketTable[] } & Pick<Services, 'environment'>,
): Promise<void> {
  const { id, created_at: at } = order;
  await recordOnlineOrder(tx, order, held);
  const written = await findOrderWithTickets(tx, id);
  if (!written) return;
  const tickets = held.map((ticket) => ticket.id);
  const reason = 'The tickets were no longer available';
  await returnTickets(tx, written, {
    tickets,
    parts: undefined,
    as: unfulfilledRefundSeed(id),
    reason,
    by: null,
    at,
    environment,
  });
}

async function recordOnlineOrder(
  tx: DbTransaction,
  order: NewOrderFromHold,
  held: readonly HeldTicketTable[],
): Promise<void> {
  await recordOrder(
    tx,
    { ...order, status: 'paid', source: 'online', reason: '' },
    held.map(({ basket_id: _, held_until: __, ...ticket }) => ticket),
  );
  await tx.deleteFrom('held_ticket').where('basket_id', '=', order.id).execute();
}
