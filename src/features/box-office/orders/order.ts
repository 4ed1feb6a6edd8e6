import type { Instant } from '#platform/shared/dates/dates.ts';
import { minute, subtractMs } from '#platform/shared/dates/durations.ts';
import { joinLabels } from '#platform/shared/text/join-labels.ts';

/** The path of the page that lists everything about bookings that needs attention. */
export const bookingIssuesPath = '/members/bookings/attention';

/** Returns the path of the page that manages one order. */
export const orderPath = (id: string): string => `/members/bookings/order/${id}`;

/** Says why the tickets of an archived show can't be exchanged, and what to do. */
export const archivedShowExchangeMessage = 'To exchange tickets, restore the show in Manage Shows first.';

/** The numbers of wheelchair spaces that a party can choose from. */
export const wheelchairSpaceOptions = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** Sorts exact matches of the reference first, because a short reference also occurs in phone numbers. */
export function sortExactReferenceFirst<One extends { ref?: number | undefined }>(
  found: readonly One[],
  sought: string,
): One[] {
  const isIt = ({ ref }: One) => Number(`${ref}` === sought.trim());
  return found.toSorted((one, other) => isIt(other) - isIt(one));
}

export const orderStatusLabels = {
  paid: 'Paid',
  reserved: 'To pay at the door',
  comp: 'Complimentary',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
} as const;
export type OrderStatus = keyof typeof orderStatusLabels;

export const orderSourceLabels = {
  online: 'Online',
  phone: 'By phone',
  door: 'At the door',
  import: 'Sold elsewhere',
} as const;
export type OrderSource = keyof typeof orderSourceLabels;

/**
 * Returns the displayed status of an order. In most cases it is the label of `status`. Exceptions:
 * - A refunded order is "Refund due" or "Waiting for the bank" while money is owed, then "Being refunded" while Square
 *   handles the refund. After that it is "Cancelled" if nothing was refunded, and "Partly refunded" if some money is
 *   retained.
 * - A paid order from another shop is "Sold elsewhere".
 * - A paid order with tickets that cost something is "Being refunded", "Money refunded" or "Not paid" if the society
 *   holds no money for them any more.
 *
 * Amounts are in pence: `total` is the price of the valid tickets, `paid` the money that the society holds, `retained`
 * the part of `paid` that it retains, `back` the amount still to refund, and `back_disputed` the part of `back` that
 * waits for a bank's decision.
 */
export function formatOrderStatus({
  status,
  source,
  total,
  paid,
  back,
  retained,
  refunded,
  refund_pending,
  back_disputed,
}: { status: OrderStatus; source: OrderSource } & Record<
  'total' | 'paid' | 'back' | 'back_disputed' | 'retained' | 'refunded' | 'refund_pending',
  number
>): string {
  if (status === 'paid' && source === 'import') return orderSourceLabels.import;
  if (status === 'paid') {
    if (total === 0 || paid - retained > 0) return orderStatusLabels.paid;
    if (refund_pending > 0) return 'Being refunded';
    return refunded > 0 ? 'Money refunded' : 'Not paid';
  }
  if (status !== 'refunded') return orderStatusLabels[status];
  if (back > back_disputed) return 'Refund due';
  if (back > 0) return 'Waiting for the bank';
  if (refund_pending > 0) return 'Being refunded';
  if (refunded === 0) return orderStatusLabels.cancelled;
  return retained > 0 ? 'Partly refunded' : orderStatusLabels.refunded;
}

/** The payment method of an order; "" if the order wasn't paid. */
export type PaymentMethod = '' | BoxOfficePaymentMethod;

/** The phrase for each payment method, which follows "Paid" or an amount. */
export const paymentMethodPhrases = {
  card: 'by card',
  cash: 'in cash',
  transfer: 'by bank transfer',
  cheque: 'by cheque',
} as const;

/** The ways to pay the box office; `card` is the society's own card machine. */
export const boxOfficePaymentMethods = ['cash', 'card', 'transfer', 'cheque'] as const;
export type BoxOfficePaymentMethod = (typeof boxOfficePaymentMethods)[number];

/** The ways to pay the box office, as options in a form. */
export const boxOfficePaymentLabels = {
  cash: 'In cash, now',
  card: 'By card, on our own machine',
  transfer: 'By bank transfer',
  cheque: 'By cheque',
} as const satisfies Record<BoxOfficePaymentMethod, string>;

/** The two most common ways to pay at the door. The order's page, and the form that sells tickets, offer all ways. */
export const doorPaymentMethods = ['cash', 'card'] as const satisfies readonly BoxOfficePaymentMethod[];

/** Returns true if the box office recorded the payment and so may undo it. An online card payment can't be undone. */
export const isPaidAtBoxOffice = ({ status, source }: { status: OrderStatus; source: OrderSource }): boolean =>
  status === 'paid' && (source === 'phone' || source === 'door');

/**
 * Returns true if the status and source of an order allow undoing a payment that the box office recorded. The caller
 * checks that there is such a payment. A reserved order still has one if it was paid in two parts and only one of them
 * has been undone.
 */
export const mayHaveReversiblePayment = ({ status, source }: { status: OrderStatus; source: OrderSource }): boolean =>
  (status === 'paid' || status === 'reserved') && source !== 'import';

/** Returns true if the order still entitles somebody to attend. */
export const isLiveOrder = (status: OrderStatus): boolean => status !== 'cancelled' && status !== 'refunded';

/** The name of an order sold at the door to a buyer who gave no name. */
export const walkUpName = 'Walk-up';

/** The maximum number of tickets in one order. A larger party makes several orders. */
export const maxTicketsPerOrder = 60;

/** Access needs of visitors, so that the front of house can prepare for them. */
export const accessNeedLabels = {
  wheelchair: 'A wheelchair space',
  companion: 'A companion who comes free of charge',
  loop: 'The hearing loop',
  steps: 'Step-free access',
} as const;
export type AccessNeed = keyof typeof accessNeedLabels;
export const accessNeeds = Object.keys(accessNeedLabels) as AccessNeed[];

/** The parts of the hall where a party may want to sit; the box office records them. */
export const seatingWishLabels = {
  front: 'Near the front',
  back: 'Near the back',
  aisle: 'On the aisle',
} as const;
export type SeatingWish = keyof typeof seatingWishLabels;
export const seatingWishes = Object.keys(seatingWishLabels) as SeatingWish[];

/** Parses an order's wishes, which are stored separated by commas. */
export const parseSeatingWishes = (stored: string): SeatingWish[] =>
  seatingWishes.filter((wish) => stored.split(',').includes(wish));

/** Parses stored references: "12,17". */
export const parseOrderReferences = (stored: string): number[] =>
  stored.split(',').flatMap((ref) => (ref === '' ? [] : Number(ref)));

/** Formats an order's seating requests: "On the aisle, next to booking 12". */
export const formatSeatingRequests = ({
  wishes,
  next_to,
}: {
  wishes: readonly SeatingWish[];
  next_to: readonly number[];
}): string =>
  joinLabels([
    ...wishes.map((wish) => seatingWishLabels[wish]),
    ...(next_to.length > 0 ? [`Next to booking ${next_to.join(' and ')}`] : []),
  ]);

/** The name displayed for a buyer whose name has been erased after the retention period. */
export const anonymisedBuyerName = 'Name deleted';

/** Parses an order's access needs, which are stored separated by commas. */
export const parseAccessNeeds = (stored: string): AccessNeed[] =>
  accessNeeds.filter((need) => stored.split(',').includes(need));

/** Formats an order's access needs, which are stored separated by commas: one text for each need. */
export const formatAccessNeeds = (stored: string): string[] =>
  parseAccessNeeds(stored).map((need) => accessNeedLabels[need]);

/** Returns the total price of requested tickets before discounts, in pence. */
export const sumRequestedPrices = (wanted: readonly { pence: number; count: number }[]): number =>
  wanted.reduce((sum, { pence, count }) => sum + pence * count, 0);

/** Returns the number of tickets of each type. */
export const countTicketsByType = (tickets: readonly { type: string }[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(tickets, ({ type }) => type)].map(([type, all]) => [type, all.length]));

/** Formats ticket counts: "2 Adult, 1 Child". */
export const formatTicketCountsByType = (tickets: Readonly<Record<string, number>>): string =>
  Object.entries(tickets)
    .map(([type, count]) => `${count} ${type}`)
    .join(', ');

/** Returns the time at which unpaid tickets are released; undefined if they are never released. */
export const calculateReservationExpiry = ({
  starts_at,
  release_minutes,
}: {
  starts_at: Instant;
  release_minutes: number;
}): Instant | undefined => (release_minutes > 0 ? subtractMs(starts_at, release_minutes * minute) : undefined);
