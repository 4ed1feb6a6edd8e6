import { z } from 'zod';
import { paymentSources } from '#features/money/ledger/entry.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { id, penceFromPounds, requiredSingleLine, singleLine } from '#platform/shared/calls/schemas.ts';
import { accessNeeds, boxOfficePaymentMethods, seatingWishes } from './order.ts';
import { requestedSeatFields } from './requested-tickets.ts';

const status = z.enum(['paid', 'reserved', 'comp', 'cancelled', 'refunded']);

/** An order for one performance, in the form that the seating planner uses. */
export const PerformanceOrder = z.object({
  ref: z.int(),
  name: z.string(),
  tickets_count: z.int(),
  note: z.string(),
  /** The party's access needs. */
  needs: z.array(z.enum(accessNeeds)),
  /** The seating wishes that the box office has recorded. */
  wishes: z.array(z.enum(seatingWishes)),
  /** The references of the orders that this party wants to sit next to. */
  next_to: z.array(z.int()),
  /** Suggestions from the order's note that somebody has rejected: a need, a wish, or `next_to_` and a reference. */
  ignored_suggestions: z.array(z.string()),
  /** The number of tickets of each type. */
  tickets: z.record(z.string(), z.int()),
  email: z.string(),
  order_id: id,
  show_id: id,
  /** The date and time of the performance: "Sat 6th Feb 7:30pm". */
  date: z.string(),
  status,
});
export type PerformanceOrder = z.infer<typeof PerformanceOrder>;

const refundedOtherwise = z.array(z.object({ source: z.enum(paymentSources), pence: z.int() }));

/** One payment for an order. Amounts are in pence. */
export const OrderPayment = z.object({
  /** The id of the payment's charge in the ledger. */
  id: z.string(),
  /** `card` was charged online, through Square; `card_machine` is the society's own card machine. */
  source: z.enum(['card', 'card_machine', 'cash', 'transfer', 'cheque']),
  /** The payment method; `card` is Square, or the society's own card machine. */
  paid_by: z.enum(['card', 'cash', 'transfer', 'cheque']),
  /** The card: "Visa ending in 1111"; "" unless a card was charged online. */
  card: z.string(),
  amount: z.int(),
  /** The part of `amount` that was refunded. */
  refunded: z.int(),
  /**
   * The part of `refunded` that was refunded by another method than the payment's, such as in cash after a bank refused
   * the card.
   */
  refunded_otherwise: refundedOtherwise,
  /** The pence that Square has been asked to refund and hasn't refunded yet. */
  pending: z.int(),
  /** The amount in dispute at the cardholder's bank: none of it can be refunded until the bank has decided. */
  disputed: z.int(),
});
export type OrderPayment = z.infer<typeof OrderPayment>;

/** The price of an order and the state of its money, in pence. Always derived by `deriveOrderAccount`. */
export const OrderAccount = z.object({
  /** The price of the order's valid tickets. */
  sold: z.int(),
  /** All payments for the order, including those refunded later, but not reversed payments. */
  paid: z.int(),
  /** Refunds that Square has been asked for, and hasn't made yet. */
  refund_pending: z.int(),
  refunded: z.int(),
  /** The part of `refunded` that was refunded by another method than the payment's. */
  refunded_otherwise: refundedOtherwise,
  /** The money that the society still holds: paid, less refunds made or requested. */
  held: z.int(),
  /** The money that the society retains for returned tickets. */
  retained: z.int(),
  /** The amount still to pay at the door. */
  due: z.int(),
  /** The amount that the society still has to refund. */
  owed: z.int(),
  /** The part of `owed` that waits for a bank's decision on a dispute. */
  owed_disputed: z.int(),
  /** Refunds, made or requested, for tickets that are still valid. */
  refunded_valid: z.int(),
  /** The payments, earliest first. */
  payments: z.array(OrderPayment),
});
export type OrderAccount = z.infer<typeof OrderAccount>;

/** An order in the box office's list. */
export const ListedOrder = z.object({
  id,
  ref: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  note: z.string(),
  status,
  source: z.enum(['online', 'phone', 'door', 'import']),
  paid_by: z.enum(['', 'card', 'cash', 'transfer', 'cheque']),
  reason: z.string(),
  /** The time at which the order was placed, with the society's UTC offset. */
  created_at: z.string(),
  /** The price of the order's tickets, without returned ones; in pence. */
  total: z.int(),
  /** Pence that the society still holds: paid, less refunds made or requested. */
  paid: z.int(),
  /** Pence still to refund for returned tickets. */
  back: z.int(),
  /** The part of `back` that waits for a bank's decision on a dispute. */
  back_disputed: z.int(),
  /** The price of cancelled tickets that is still to be settled with the shop that sold them, in pence. */
  elsewhere: z.int(),
  ...OrderAccount.pick({ due: true, refunded: true, refund_pending: true, refunded_valid: true, retained: true }).shape,
  /**
   * The refund if the order is cancelled, and how it is made: "£34.00 to the card and £25.00 in cash"; "" if there is
   * none.
   */
  refund_of_all: z.string(),
  /**
   * `total`: the performance's part of the order's total; `refunded`: the part of `total` that was refunded although
   * the tickets stay valid; both in pence. `arrived`: the number of tickets checked in.
   */
  performances: z.array(
    z.object({
      id,
      tickets: z.record(z.string(), z.int()),
      /** The number of these tickets that were given away, and so aren't sales. */
      given_away: z.int(),
      ...{ total: z.int(), refunded: z.int(), arrived: z.int() },
    }),
  ),
});
export type ListedOrder = z.infer<typeof ListedOrder>;

const optional = (max: number) => singleLine(max).default('');

/**
 * Schema for count fields with dynamic names, from a form or an API client. A value that is neither text nor a number
 * becomes "", which counts as none. `parseTicketRequests` and `parseChosenTickets` refuse text that isn't a number, and
 * ignore other fields.
 */
export const ticketCountField = z
  .unknown()
  .transform((sent) => (typeof sent === 'string' || typeof sent === 'number' ? `${sent}`.trim() : ''));

/** The reason why tickets are cancelled or returned. The forms require it; an API client may omit it. */
export const cancelReasonField = optional(150);

export const nameMissingMessage = 'Enter a name.';

/** The buyer of an order, and their contact details. */
export const Buyer = z.object({
  name: requiredSingleLine(nameMissingMessage, 80),
  email: z
    .union([z.literal(''), z.email('Enter an email address, for example ann@example.org, or leave this empty.')])
    .default(''),
  phone: optional(40),
  note: optional(300),
});

/** Tickets that the box office sells, gives away or reserves for somebody. */
export const SellTicketsBody = z
  .object({
    performance_id: id,
    ...Buyer.shape,
    /**
     * The buyer's name. Optional if the order is paid at the door and has no email address: it is then listed as
     * `walkUpName`.
     */
    name: z
      .union([
        z
          .string()
          .regex(/^\s*$/)
          .transform(() => ''),
        Buyer.shape.name,
      ])
      .default(''),
    source: z.enum(['phone', 'door']).default('door'),
    how: z.enum(['cash', 'card', 'transfer', 'cheque', 'reserved', 'comp'], 'Choose how the tickets are paid for.'),
    /** A custom price for each ticket, such as for a group. The default is the price of the ticket type. */
    own_price: z.union([z.literal('').transform(() => undefined), penceFromPounds]).optional(),
    reason: optional(120),
    /** The note from the door that this sale settles; "" for none. */
    door_note: z.string().max(40).default(''),
    ...requestedSeatFields,
    seats: requestedSeatFields.seats.default('later'),
  })
  /** The number of tickets of each type, in fields named `tickets_` followed by the type's id. */
  .catchall(ticketCountField);
export type SellTicketsBody = z.infer<typeof SellTicketsBody>;

const orders = '/members/api/bookings/orders';

export const sellTickets = declareCall('POST', orders, {
  body: SellTicketsBody,
  once: true,
  answers: { 200: z.object({ id, ref: z.int() }) },
});
/** Marks a reservation as paid. */
export const markOrderPaid = declareCall('POST', `${orders}/:id/pay`, {
  body: z.object({ how: z.enum(boxOfficePaymentMethods, 'Choose how the order is paid.') }),
});
/** Undoes the payments of an order, or one of them: reverses their ledger entries, and reserves the tickets again. */
export const markOrderUnpaid = declareCall('POST', `${orders}/:id/unpay`, {
  body: z.object({
    reason: requiredSingleLine('Say why the order hasn’t been paid.', 120),
    /**
     * The payment to undo, if the order has several: `last` for the one taken last, "" for all of them. Users with
     * access only to the door always undo just the payment that they took last.
     */
    payment: z.string().max(100).default(''),
  }),
});
/** Cancels all of an order's tickets, and refunds the payments for them. */
export const cancelOrder = declareCall('POST', `${orders}/:id/cancel`, {
  body: z.object({ reason: cancelReasonField }),
});

/** Lists the orders of a show that have valid tickets, by performance and id: `{date text: {order_id: order}}`. */
export const listOrdersOfShow = declareCall('GET', '/members/api/orders/:showName', {
  content: z.record(z.string(), z.record(z.string(), PerformanceOrder)),
});
/** Lists the orders that have valid tickets for one performance. */
export const listOrdersOfPerformance = declareCall('GET', '/members/api/orders/:showName/:date', {
  content: z.array(PerformanceOrder),
});

/** The emails to buyers of tickets and to people on the waiting list, and when each is sent. */
export const ticketEmailDescriptions = {
  confirm_order: { name: 'Confirm free tickets', when: 'as soon as somebody books tickets that cost nothing' },
  not_confirmed: { name: 'Free tickets declined', when: 'when the box office declines tickets that cost nothing' },
  confirmation: { name: 'Confirmation', when: 'as soon as tickets are sold, reserved or given away' },
  changed: {
    name: 'Changed',
    when: 'when tickets are exchanged or added, some (but not all) are returned or cancelled, or a performance is moved',
  },
  seats: {
    name: 'Seats changed',
    when: 'ten minutes after the last saved change to a buyer’s seats on the seating plan',
  },
  refunded: {
    name: 'Refunded',
    when: 'when money is refunded and the tickets stay valid, or a due or refused refund is settled',
  },
  cancelled: {
    name: 'Booking cancelled',
    when: 'when all tickets of a booking are cancelled, returned or released',
  },
  reminder: { name: 'Reminder', when: 'at 10am on the day before the performance' },
  thanks: { name: 'Thank you', when: 'at 10am on the day after the performance' },
  waiting: { name: 'Waiting list', when: 'as soon as somebody joins a waiting list' },
  offer: { name: 'Places offered', when: 'as soon as places are free for a waiting party' },
  offer_over: { name: 'Offer expired', when: 'when offered places aren’t booked in time' },
  waiting_over: {
    name: 'No places to offer',
    when: 'ten minutes after the last performance that a party waits for, or the whole show, is cancelled; at once if it is deleted',
  },
} as const;
export type TicketEmailKind = keyof typeof ticketEmailDescriptions;

export const ticketEmailKinds = Object.keys(ticketEmailDescriptions) as readonly TicketEmailKind[];

/** Returns true if an email can't be switched off: people need its link to continue. */
export const isTicketEmailAlwaysOn = (kind: TicketEmailKind): boolean =>
  kind === 'offer' || kind === 'waiting' || kind === 'confirm_order';

const emailKind = z.enum(ticketEmailKinds);

/** The kinds of email that the box office has switched off. */
export const DisabledTicketEmails = z.array(emailKind).optional();

/** A kind of email to buyers or to people on the waiting list, with a sample, for the box office's overview. */
export const TicketEmailPreview = z.object({
  kind: emailKind,
  name: z.string(),
  /** The time at which the email is sent: "as soon as …". */
  when: z.string(),
  /** True if the email is switched on. */
  on: z.boolean(),
  /** True if the email can't be switched off. */
  always: z.boolean(),
  /** The sample email, for an order of two tickets. */
  subject: z.string(),
  text: z.string(),
});
export type TicketEmailPreview = z.infer<typeof TicketEmailPreview>;

export const setTicketEmailEnabled = declareCall('POST', '/members/api/bookings/letters', {
  body: z.object({ kind: emailKind, on: z.boolean() }),
});
