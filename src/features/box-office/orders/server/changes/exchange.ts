import { findShowSummary } from '#features/archive/shows/server/index.ts';
import {
  findPerformance,
  isPerformanceCancelled,
  listPerformances,
  releasePlacesAndSeats,
  takePlaces,
} from '#features/box-office/performances/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { type Instant, toCalendarDate } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import {
  calculateExchangeDifference,
  calculatePriceAfterExchange,
  calculateUnrefundedDifference,
  planExchangeRefund,
} from '../../exchange-price.ts';
import {
  type BoxOfficePaymentMethod,
  countTicketsByType,
  formatTicketCountsByType,
  type OrderStatus,
  paymentMethodPhrases,
} from '../../order.ts';
import { hasDispute, sumRefundParts } from '../../order-account.ts';
import type { ExchangeRefusal, RequestedSeats } from '../../requested-tickets.ts';
import { findMatchingTicketType, isTicketOfType, sumTicketPrices } from '../../tickets.ts';
import {
  explainCompanionRuleViolation,
  formatRefundForAudit,
  type IssuedRefund,
  issueRefund,
} from '../refunds/order-refunds.ts';
import { queueReservationRelease } from '../sales/performance-jobs.ts';
import { assignSeats, recordTicketPayment } from '../sales/sell-tickets.ts';
import { loadOrderAccount } from '../store/order-accounts.ts';
import { findOrderWithTickets, type OrderWithTickets, recordOrderCharge } from '../store/orders.ts';
import type { TicketTable } from '../store/tables.ts';
import { countTicketsOfType, moveTicket } from '../store/tickets.ts';

interface TicketMove extends Pick<Services, 'all'> {
  tickets: readonly TicketTable[];
  to: Id;
  /**
   * The id of the new ticket type, which must belong to the performance `to`. Without it, each ticket gets the type of
   * that performance that matches its own.
   */
  type?: Id | undefined;
  /**
   * The prices after the exchange: `today` for today's price with each ticket's own discount, `paid` for the price that
   * was paid, or prices by ticket id. A ticket without an entry keeps its price.
   */
  prices: 'today' | 'paid' | ReadonlyMap<Id, Pick<TicketTable, 'pence' | 'discount'>>;
  /** The new seats, if seats are numbered. If no seats are given, the best free seats are assigned. */
  seats?: RequestedSeats;
  now: Instant;
}

interface MoveResult {
  seats: readonly string[];
  /**
   * The pence by which the tickets cost more at today's prices than before the exchange, even if they keep their old
   * price; negative if they cost less.
   */
  difference: number;
}

/**
 * Moves tickets to a performance of their show or to another ticket type: takes new places, and releases the old places
 * with their seats. If seats are numbered, new seats are assigned at once; tickets that are already for that
 * performance keep their seats. If this returns a refusal, the caller must throw, so that the transaction is rolled
 * back.
 */
export async function moveTickets(
  tx: DbTransaction,
  order: OrderWithTickets,
  { tickets, to, type, prices, seats = bestSeats, now, all }: TicketMove,
): Promise<MoveResult | ExchangeRefusal> {
  const target = await findPerformance(tx, to);
  if (!target || target.show_id !== order.show_id || isPerformanceCancelled(target)) return { because: 'cancelled' };
  const performances = await listPerformances(tx, order.show_id);
  const typesAt = (performance: Id) => performances.find(({ id }) => id === performance)?.types ?? [];
  const types = typesAt(to);
  const known = new Set(types.map(({ id }) => id));
  const moves = tickets.map((ticket) => {
    const there = type
      ? types.find(({ id }) => id === type)
      : findMatchingTicketType(ticket, typesAt(ticket.performance_id), types);
    return { ticket, there, after: there ? calculatePriceAfterExchange(ticket, there.pence, order.status) : ticket };
  });
  for (const [there, alike] of Map.groupBy(moves, (move) => move.there)) {
    if (!there) return { because: 'no such ticket', type: alike[0]?.ticket.type ?? '' };
    if (there.most === null) continue;
    const own = tickets.filter((ticket) => ticket.performance_id === to && isTicketOfType(ticket, there, known)).length;
    const left = Math.max(0, there.most - (await countTicketsOfType(tx, { performance: to, type: there, now })) + own);
    if (alike.length > left) return { because: 'too few', left, type: there.name };
  }
  const ids = tickets.filter(({ performance_id }) => performance_id !== to).map(({ id }) => id);
  await releasePlacesAndSeats(tx, ids);
  const taken = await takePlaces(tx, { performance: to, tickets: ids, until: null, now });
  if (taken !== 'taken') return { because: 'too few', ...taken };
  const difference = calculateExchangeDifference(moves);
  for (const { ticket, there, after } of moves) {
    if (!there) continue;
    const price = prices === 'today' ? after : prices === 'paid' ? ticket : (prices.get(ticket.id) ?? ticket);
    await moveTicket(tx, ticket.id, {
      ...{ performance_id: to, type_id: there.id, type: there.name },
      ...{ pence: price.pence, discount: price.discount },
    });
  }
  const alone = await explainCompanionRuleViolation(tx, order);
  if (alone !== '') return { because: 'companion', says: alone };
  if (ids.length === 0) return { seats: [], difference };
  if (order.status === 'reserved') await queueReservationRelease(tx, target, now);
  const given = await assignSeats(tx, target, { tickets: ids, seats, now, all });
  return 'refused' in given ? { because: 'seats', says: given.refused } : { ...given, difference };
}

const bestSeats: RequestedSeats = { seats: 'best', chosen_seats: [], wheelchairs: 0 };

/** The handling of the price difference of a paid order: `settle` charges or refunds it, `keep` keeps the price. */
type PriceDifferenceHandling = 'settle' | 'keep';

/**
 * The id of the charge (`entry`), and the id from which the refunds' ids are derived (`as`). They are created outside
 * the transaction, which may run twice.
 */
export interface ExchangeIds {
  entry: Id;
  as: Id;
}

/** The result of an exchange. Amounts are in pence. */
export interface ExchangeResult {
  seats: readonly string[];
  /** The increase in the order's price; negative for a decrease. */
  more: number;
  /** The part of `more` that was charged, and the payment method. */
  charged: number;
  how: BoxOfficePaymentMethod;
  /**
   * The price difference that was neither charged nor refunded, because the tickets keep the price that was paid;
   * negative if today's prices are lower, 0 if the price wasn't kept.
   */
  kept: number;
  refund: IssuedRefund;
  /**
   * The part of a price reduction that isn't refunded, because no more money is held for the order than was retained
   * for returned tickets.
   */
  unrefunded: number;
}

/** Returns true if tickets would be moved to a performance before today. */
async function isForPastDay(
  tx: DbTransaction,
  { tickets, to, now }: Pick<TicketMove, 'tickets' | 'to' | 'now'>,
): Promise<boolean> {
  if (tickets.every(({ performance_id }) => performance_id === to)) return false;
  const [target, { timeZone }] = [await findPerformance(tx, to), await readSettings(tx)];
  return target !== undefined && toCalendarDate(target.starts_at, timeZone) < toCalendarDate(now, timeZone);
}

/**
 * Exchanges tickets and settles the difference in price, in one transaction. The tickets of an unpaid order take the
 * new price. For a paid order, the difference is charged or refunded, or the tickets keep the price that was paid.
 */
export async function exchangeTickets(
  tx: DbTransaction,
  order: OrderWithTickets,
  {
    difference,
    how,
    ids,
    by,
    environment,
    ...move
  }: Omit<TicketMove, 'prices'> & {
    difference: PriceDifferenceHandling;
    how: BoxOfficePaymentMethod;
    ids: ExchangeIds;
    by: Id | null;
  } & Pick<Services, 'environment'>,
): Promise<ExchangeResult | ExchangeRefusal> {
  const prices = order.status === 'paid' && difference === 'keep' ? 'paid' : 'today';
  if (await isForPastDay(tx, move)) return { because: 'over' };
  const account = await loadOrderAccount(tx, order);
  const moved = await moveTickets(tx, order, { ...move, prices });
  if ('because' in moved) return moved;
  const after = await findOrderWithTickets(tx, order.id);
  const more = sumTicketPrices(after?.tickets ?? []) - sumTicketPrices(order.tickets);
  const isPaid = order.status === 'paid';
  const charged = isPaid ? Math.max(0, more) : 0;
  if (charged > 0) {
    const title = (await findShowSummary(tx, order.show_id))?.title ?? '';
    const show = { id: order.show_id, title };
    await recordTicketPayment(tx, { entry: ids.entry, show, pence: charged, how, at: move.now, environment });
    await recordOrderCharge(tx, { entry_id: ids.entry, order_id: order.id, paid_by: how });
  }
  const parts = isPaid ? planExchangeRefund(account, more) : [];
  const cause = { as: ids.as, at: move.now, environment, by, reason: 'Tickets were exchanged' };
  const refund = await issueRefund(tx, parts, cause);
  if (sumRefundParts(refund) !== sumRefundParts({ parts }))
    return { because: 'no refund', isDisputed: hasDispute(account) };
  const unrefunded = calculateUnrefundedDifference(isPaid ? more : 0, sumRefundParts(refund));
  return { seats: moved.seats, more, charged, how, kept: prices === 'paid' ? moved.difference : 0, refund, unrefunded };
}

/** Formats exchanged tickets: "2 Adult"; "2 Adult as Child" if they become another type. */
export function formatExchangedTickets(tickets: readonly { type: string }[], become?: string): string {
  const were = formatTicketCountsByType(countTicketsByType(tickets));
  return become === undefined || tickets.every(({ type }) => type === become) ? were : `${were} as ${become}`;
}

/**
 * Formats for the box office how the difference in price was settled; "" if there was no difference, or no money to
 * refund it from.
 */
export function formatSettledDifference(
  { status }: { status: OrderStatus },
  { more, charged, how, kept, refund }: Pick<ExchangeResult, 'more' | 'charged' | 'how' | 'kept' | 'refund'>,
): string {
  if (kept !== 0) {
    const left = kept > 0 ? `the extra ${formatMoney(kept)} isn’t charged` : `${formatMoney(-kept)} isn’t refunded`;
    return `The price stays as it was paid: ${left}.`;
  }
  if (charged > 0) return `${formatMoney(charged)} more taken ${paymentMethodPhrases[how]}.`;
  if (refund.parts.length > 0) return formatRefundForAudit(refund.parts);
  if (status === 'reserved' && more !== 0)
    return `${formatMoney(Math.abs(more))} ${more > 0 ? 'more' : 'less'} to pay.`;
  return '';
}

/** Formats for a buyer the extra amount that they paid for an exchange. */
export const formatExtraCharge = ({ charged, how }: Pick<ExchangeResult, 'charged' | 'how'>): string[] =>
  charged > 0 ? [`You paid ${formatMoney(charged)} more ${paymentMethodPhrases[how]}.`] : [];
