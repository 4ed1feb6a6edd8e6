import { manualPaymentSourcePhrases } from '#features/money/ledger/entry.ts';
import { formatCorrectionYearNotice } from '#features/money/ledger/financial-year.ts';
import { type CalendarDate, type Instant, toCalendarDate } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { OrderAccount, OrderPayment } from './contract.ts';
import type { OrderSource, OrderStatus } from './order.ts';
import { calculateTicketPrice, sumTicketPrices } from './tickets.ts';

/** An order, its valid tickets and its payments, from which its account is derived. */
export interface OrderFacts {
  status: OrderStatus;
  source: OrderSource;
  /** The order's valid tickets. */
  tickets: readonly { pence: number; discount: number }[];
  payments: readonly OrderPayment[];
  /** The amount that the society decided to retain for returned tickets. */
  kept: number;
}

/**
 * Returns the part of a payment that is neither refunded nor being refunded, in pence. A dispute may still prevent its
 * refund.
 */
export const calculateRefundableAmount = ({ amount, refunded, pending }: OrderPayment): number =>
  amount - refunded - pending;

/** Returns true if a cardholder disputes one of the payments at their bank. */
export const hasDispute = ({ payments }: Pick<OrderFacts, 'payments'>): boolean =>
  payments.some(({ disputed }) => disputed > 0);

const sumPayments = (payments: readonly OrderPayment[], of: (payment: OrderPayment) => number): number =>
  payments.reduce((total, payment) => total + of(payment), 0);

type OtherRefunds = OrderAccount['refunded_otherwise'];

const sumBySource = (refunds: OtherRefunds): OtherRefunds =>
  [...Map.groupBy(refunds, ({ source }) => source)].map(([source, alike]) => ({
    source,
    pence: alike.reduce((total, { pence }) => total + pence, 0),
  }));

/**
 * Derives an order's account. The money that the society holds has up to three parts: the retained amount, the price of
 * the valid tickets, and the remainder, which is owed. If another shop sold the order, nothing is due here, and only
 * payments made here can be owed.
 */
export function deriveOrderAccount({ status, source, tickets, payments, kept }: OrderFacts): OrderAccount {
  const sold = sumTicketPrices(tickets);
  const paid = sumPayments(payments, ({ amount }) => amount);
  const refunded = sumPayments(payments, (payment) => payment.refunded);
  const refunded_otherwise = sumBySource(payments.flatMap((payment) => payment.refunded_otherwise));
  const refund_pending = sumPayments(payments, ({ pending }) => pending);
  const held = paid - refunded - refund_pending;
  const retained = Math.min(kept, Math.max(0, held));
  const forTickets = held - retained;
  const owed = Math.max(0, forTickets - sold);
  const isPaidHere = status === 'paid' && source !== 'import';
  return {
    ...{ sold, paid, refund_pending, refunded, refunded_otherwise, held, retained },
    due: status === 'reserved' && source !== 'import' ? Math.max(0, sold - forTickets) : 0,
    owed,
    // A refund of an order with a disputed payment is refused as a whole
    owed_disputed: hasDispute({ payments }) ? owed : 0,
    refunded_valid: isPaidHere ? Math.min(refunded + refund_pending, Math.max(0, sold - forTickets)) : 0,
    payments: payments.filter(({ amount }) => amount > 0),
  };
}

/**
 * Splits the refunds for valid tickets among these tickets in proportion to their prices, so that each performance has
 * its share. The shares add up to the penny.
 */
export function splitRefundAmongTickets(tickets: OrderFacts['tickets'], refunded_valid: number): number[] {
  const sold = sumTicketPrices(tickets);
  let [worth, shared] = [0, 0];
  return tickets.map((ticket) => {
    worth += calculateTicketPrice(ticket);
    const share = (sold === 0 ? 0 : Math.round((refunded_valid * worth) / sold)) - shared;
    shared += share;
    return share;
  });
}

/**
 * Splits the money that the society retains for an order among its returned tickets, or among all of its tickets if
 * none of the returned ones cost anything. The shares add up to the penny.
 */
export function splitRetainedAmongTickets(
  tickets: readonly { pence: number; discount: number; given_back_at: string | null }[],
  retained: number,
): number[] {
  const returned = tickets.filter(({ given_back_at }) => given_back_at !== null);
  const sharing = sumTicketPrices(returned) > 0 ? new Set(returned) : new Set(tickets);
  return splitRefundAmongTickets(
    tickets.map((ticket) => (sharing.has(ticket) ? ticket : { pence: 0, discount: 0 })),
    retained,
  );
}

/**
 * Returns the maximum refund for tickets: their price, limited by the money that the society still holds for tickets.
 */
export const calculateMaxTicketRefund = (
  { held, retained }: Pick<OrderAccount, 'held' | 'retained'>,
  tickets: OrderFacts['tickets'],
): number => Math.max(0, Math.min(sumTicketPrices(tickets), held - retained));

/**
 * Returns the amount retained if tickets are cancelled with this refund: the rest of the money held for the tickets.
 */
export const calculateRetainedAmount = (
  account: Pick<OrderAccount, 'held' | 'retained'>,
  tickets: OrderFacts['tickets'],
  refunded: number,
): number => Math.max(0, calculateMaxTicketRefund(account, tickets) - refunded);

/**
 * Returns the pence held for cancelled tickets: the part that isn't needed for the valid tickets. It is either owed or
 * retained.
 */
export const calculateAmountHeldForCancelledTickets = (
  { held, retained }: Pick<OrderAccount, 'held' | 'retained'>,
  tickets: OrderFacts['tickets'],
  cancelled: OrderFacts['tickets'],
): number => Math.max(0, held - retained - (sumTicketPrices(tickets) - sumTicketPrices(cancelled)));

/** Formats the label of a button that cancels tickets: "Cancel 2 tickets, refund £5.00 and retain £19.00". */
export function formatCancellationLabel({
  count,
  refunded,
  retained,
}: Record<'count' | 'refunded' | 'retained', number>): string {
  const acts = [
    `Cancel ${count} ${count === 1 ? 'ticket' : 'tickets'}`,
    refunded > 0 && `refund ${formatMoney(refunded)}`,
    retained > 0 && `retain ${formatMoney(retained)}`,
  ].filter((act) => act !== false);
  const last = acts.length > 1 ? acts.pop() : undefined;
  return last === undefined ? acts.join('') : `${acts.join(', ')} and ${last}`;
}

/** Returns the refund if all of an order is cancelled: everything held, less the amount retained before. */
export const calculateFullRefund = ({ held, retained }: Pick<OrderAccount, 'held' | 'retained'>): number =>
  held - retained;

/** One payment's part of a refund. */
export interface RefundPart {
  payment: OrderPayment;
  pence: number;
}

/** Splits a refund among payments: the last payment is refunded first. */
export function splitRefund(payments: readonly OrderPayment[], pence: number): RefundPart[] {
  const parts: RefundPart[] = [];
  let left = pence;
  for (const payment of payments.toReversed()) {
    const part = Math.min(left, calculateRefundableAmount(payment));
    if (part <= 0) continue;
    parts.push({ payment, pence: part });
    left -= part;
  }
  return parts;
}

/**
 * Plans a refund of an order's money: the amount for each payment, and no more than the society holds. Dialogs announce
 * the plan, and the server refunds by it.
 */
export const planRefund = ({ payments, held }: Pick<OrderAccount, 'payments' | 'held'>, pence: number): RefundPart[] =>
  splitRefund(payments, Math.max(0, Math.min(pence, held)));

/** Returns the total of a refund, in pence. */
export const sumRefundParts = ({ parts }: { parts: readonly RefundPart[] }): number =>
  parts.reduce((sum, { pence }) => sum + pence, 0);

/** Returns true if the refund includes a card that was charged online: that money is sent without further action. */
export const includesCardRefund = (parts: readonly RefundPart[]): boolean =>
  parts.some(({ payment }) => payment.source === 'card');

/** Returns the way a payment was made: "by Visa ending in 1111", "in cash". */
export function formatPaymentPhrase({ source, card }: Pick<OrderPayment, 'source' | 'card'>): string {
  if (source === 'card') return card === '' ? 'by card' : `by ${card}`;
  return manualPaymentSourcePhrases[source];
}

/**
 * Formats the note about refunds or reversals that count in a later year because the year of the payment is closed; ""
 * for none. `years` maps these payments' ids to the later year.
 */
export function formatReversalYearNote(
  payments: readonly Pick<OrderPayment, 'id' | 'amount'>[],
  years: Readonly<Record<string, string>>,
): string {
  const later = payments.filter(({ id }) => years[id]);
  const year = years[later[0]?.id ?? ''] ?? '';
  if (later.length === payments.length || year === '') return formatCorrectionYearNotice(year);
  const pence = later.reduce((total, { amount }) => total + amount, 0);
  return ` ${formatMoney(pence)} of it counts today, in ${year}: the year of that payment is closed.`;
}

/** Describes how a payment is refunded: "to the card", "in cash". */
export function formatRefundPhrase({ source }: OrderPayment): string {
  if (source === 'card') return 'to the card';
  if (source === 'card_machine') return 'to the card, on our card machine';
  return manualPaymentSourcePhrases[source];
}

/** Formats a refund: "£34.00 to the card and £25.00 in cash"; "" if nothing is refunded. */
export function formatRefund(parts: readonly RefundPart[]): string {
  const sums = new Map<string, number>();
  for (const { payment, pence } of parts) {
    const label = formatRefundPhrase(payment);
    sums.set(label, (sums.get(label) ?? 0) + pence);
  }
  return [...sums].map(([label, pence]) => `${formatMoney(pence)} ${label}`).join(' and ');
}

/**
 * Announces a refund before it is made, payment by payment: "Refunds £2.97 to Visa ending in 1111 and £0.73 in cash. A
 * refund to a card goes to Square straight away and can’t be undone. Pay out the £0.73 yourself." Returns "" for no
 * refund.
 */
export function formatRefundPlan(parts: readonly RefundPart[]): string {
  if (parts.length === 0) return '';
  const each = parts.map(
    ({ payment, pence }) =>
      `${formatMoney(pence)} ${payment.card ? `to ${payment.card}` : formatRefundPhrase(payment)}`,
  );
  const byHand = sumRefundParts({ parts: parts.filter(({ payment }) => payment.source !== 'card') });
  return [
    `Refunds ${each.join(' and ')}.`,
    includesCardRefund(parts) && 'A refund to a card goes to Square straight away and can’t be undone.',
    byHand > 0 && `Pay out the ${formatMoney(byHand)} yourself.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * Describes the part of a refund that was made by another method than the payment's. The result follows the word
 * "refunded": " in cash" or " (£5.00 of it in cash)". "" if there is none.
 */
export function formatOtherRefundMethods({
  refunded,
  refunded_otherwise,
}: Pick<OrderAccount, 'refunded' | 'refunded_otherwise'>): string {
  const [first, ...others] = refunded_otherwise.map(({ source, pence }) => ({
    pence,
    way: source === 'card' ? 'to the card' : manualPaymentSourcePhrases[source],
  }));
  if (!first) return '';
  if (others.length === 0 && first.pence === refunded) return ` ${first.way}`;
  return ` (${[first, ...others].map(({ pence, way }) => `${formatMoney(pence)} of it ${way}`).join(', ')})`;
}

/**
 * Formats the state of an order's money for its page, its receipt and its buyer's page: "£30.50 paid, £2.50 retained,
 * £10.00 still to refund"; "" if there is nothing to report.
 */
export function formatOrderAccount(
  account: Omit<OrderAccount, 'payments' | 'held' | 'sold'>,
  { isOver = false }: { isOver?: boolean } = {},
): string {
  const { due, owed, owed_disputed, retained, refunded, refund_pending, refunded_valid } = account;
  const isPartly = refunded_valid > 0 && (refunded_valid < refunded + refund_pending || retained > 0);
  return [
    formatPaidAndRefundedAmounts(account),
    isPartly && `${formatMoney(refunded_valid)} of it for tickets that are still valid`,
    due > 0 && formatAmountDue(due, { isOver }),
    retained > 0 && `${formatMoney(retained)} retained`,
    owed > owed_disputed && `${formatMoney(owed - owed_disputed)} still to refund`,
    owed_disputed > 0 && `${formatMoney(owed_disputed)} waits for the bank’s decision about a dispute`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Returns true if all performances that start at these times were before today; false if there are none. */
export const arePerformancesOver = (
  starts: readonly Instant[],
  { today, timeZone }: { today: CalendarDate; timeZone: string },
): boolean => starts.length > 0 && starts.every((start) => toCalendarDate(start, timeZone) < today);

/**
 * Formats an amount due: "£24.00 to pay at the door", or "£24.00 still to pay" if all performances of the order are
 * over.
 */
export const formatAmountDue = (pence: number, { isOver }: { isOver: boolean }): string =>
  `${formatMoney(pence)} ${isOver ? 'still to pay' : 'to pay at the door'}`;

/**
 * Formats the amounts that were paid, refunded and are being refunded: "£25.00 paid, £12.50 refunded". Zero amounts are
 * left out, so the result can be "".
 */
export function formatPaidAndRefundedAmounts({
  paid,
  refunded,
  refund_pending,
  refunded_otherwise,
}: Pick<OrderAccount, 'paid' | 'refunded' | 'refund_pending' | 'refunded_otherwise'>): string {
  return [
    paid > 0 && `${formatMoney(paid)} paid`,
    refunded > 0 && `${formatMoney(refunded)} refunded${formatOtherRefundMethods({ refunded, refunded_otherwise })}`,
    refund_pending > 0 && `${formatMoney(refund_pending)} being refunded`,
  ]
    .filter(Boolean)
    .join(', ');
}
