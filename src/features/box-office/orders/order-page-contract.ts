import { z } from 'zod';
import { Performance } from '#features/box-office/performances/contract.ts';
import { manualPaymentSources } from '#features/money/ledger/entry.ts';
import { RefundIssue } from '#features/money/payments/contract.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import {
  currentVersionFields,
  id,
  instant,
  penceFromPounds,
  requiredSingleLine,
  savedVersion,
  versionField,
} from '#platform/shared/calls/schemas.ts';
import {
  Buyer,
  cancelReasonField,
  DisabledTicketEmails,
  ListedOrder,
  OrderAccount,
  ticketCountField,
} from './contract.ts';
import { accessNeeds, boxOfficePaymentMethods, seatingWishes } from './order.ts';
import { requestedSeatFields } from './requested-tickets.ts';

/** An order whose money was refunded while its tickets stay valid: somebody has to decide about the tickets. */
export const UndecidedRefund = z.object({
  ...{ id, ref: z.int(), name: z.string(), order_link: z.string() },
  /** "All the £25.00 paid for order 12, Jo Bloggs, was refunded. Tickets still valid: 2 Adult." */
  says: z.string(),
  /** True if the buyer has an email address. */
  is_told: z.boolean(),
  /** True if everything that was paid was refunded. */
  is_whole: z.boolean(),
  /** The pence that the society still holds, including any that it has decided to retain. */
  ...OrderAccount.pick({ held: true, retained: true }).shape,
  tickets: z.array(
    z.object({
      ...{ id, performance_id: id, type: z.string(), pence: z.int(), discount: z.int(), seat: z.string() },
      is_in: z.boolean(),
    }),
  ),
  performances: z.array(Performance.pick({ id: true, date: true })),
});
export type UndecidedRefund = z.infer<typeof UndecidedRefund>;

/** An order's money that still has to be settled: with the buyer, or with the shop that sold the tickets. */
export const AmountToSettle = z.object({
  ...{ id, ref: z.int(), name: z.string(), order_link: z.string() },
  /** `dispute` waits until a bank has decided; `elsewhere` is settled with the shop that sold the tickets. */
  kind: z.enum(['refund', 'dispute', 'elsewhere']),
  /** "£24.00 is due to Dorothy Hollis for order 12. Cancelled or returned: 2 Adult for Blithe Spirit, …" */
  says: z.string(),
  todo: z.string(),
  /** The amount due, in pence. */
  amount: z.int(),
  /** The refund by the original payment methods: "£12.00 to the card and £12.00 in cash"; "" for `elsewhere`. */
  as_paid: z.string(),
  /**
   * Announces the refund by the original payment methods: "Refunds £12.00 to Visa ending in 1111. …"; "" for
   * `elsewhere`.
   */
  plan: z.string(),
  /** The buyer's contact details; "" if unknown. */
  ...{ email: z.string(), phone: z.string() },
});
export type AmountToSettle = z.infer<typeof AmountToSettle>;

/** `/members/bookings/order/{id}`: one order, and its actions. */
export const OrderContent = z.object({
  type: z.literal('order'),
  title: z.string(),
  emails_off: DisabledTicketEmails,
  order: ListedOrder.pick({
    ...{ id: true, ref: true, name: true, email: true, phone: true, note: true },
    ...{ status: true, source: true, paid_by: true, reason: true, created_at: true },
  }).extend({
    version: z.int(),
    /** The visitors' access needs, as displayed. */
    needs: z.array(z.string()),
    /** The access needs as keys, the seating wishes, and the references of the orders to sit next to: "12, 17". */
    asks: z.object({
      needs: z.array(z.enum(accessNeeds)),
      wishes: z.array(z.enum(seatingWishes)),
      next_to: z.string(),
    }),
    /** The promo code that was used; "" for none. */
    promo: z.string(),
  }),
  show: z.object({
    ...{ id, title: z.string() },
    /** True if the show is archived: its tickets can't be exchanged. */
    archived: z.boolean(),
  }),
  /** The name of the society, which issues the receipt. */
  site_name: z.string(),
  /** The contact for questions, as in emails: "the box office at tickets@players.example". */
  ask: z.string(),
  /** The path of the order's own page, to which emails link. Anybody with the link can use the tickets. */
  link: z.string(),
  tickets: z.array(
    z.object({
      ...{ id, performance_id: id, type: z.string(), pence: z.int(), discount: z.int(), seat: z.string() },
      /** The id of the ticket's type; "" if the type was removed before ids were stored. */
      type_id: z.string(),
      /** The rule behind the discount: a percentage, or pence off each ticket. */
      ...{ percent: z.int(), off_pence: z.int() },
      /** True if the ticket was given free, and stays free. */
      complimentary: z.boolean(),
      /** True if the ticket's holder has been checked in at the door. */
      is_in: z.boolean(),
    }),
  ),
  /** All performances of the order's show. */
  performances: z.array(Performance),
  account: OrderAccount,
  /** True if the last of the order's performances was before today, so that nothing is paid at the door any more. */
  is_over: z.boolean(),
  /** Sums of `account`, in pence: `paid` is the money that the society holds, and `back` the money that it owes. */
  money: z.object({ worth: z.int(), paid: z.int(), due: z.int(), back: z.int() }),
  /**
   * The reason why none of the order's money can be refunded now: a dispute, or a refused refund to settle first. "" if
   * it can be refunded.
   */
  refund_block: z.string(),
  /** True if a full refund includes a card that was charged online. */
  by_card: z.boolean(),
  /** Refused refunds, refunds made at Square, and disputes about the order, which somebody has to decide on. */
  refund_issues: z.array(RefundIssue),
  /** Contains the order itself if somebody has to decide about its tickets; otherwise empty. */
  undecided_refunds: z.array(UndecidedRefund),
  /** Amounts to settle with the buyer, or with the shop that sold the order. */
  refunds_due: z.array(AmountToSettle),
  /** The shop that sold the order, with its reference: "TicketSource (their reference T-12)"; "" if we sold it. */
  seller: z.string(),
  /** The price of the order's cancelled tickets that another shop sold, in pence. */
  sold_elsewhere: z.int(),
  /**
   * Maps the ids of payments and manual refunds to the year in which their refund or correction counts, if their own
   * financial year is closed.
   */
  correction_years: z.record(z.string(), z.string()),
  /** Ledger entries of manual refunds, which can be corrected if they were recorded but not made. */
  manual_refunds: z.array(z.object({ id: z.string(), amount: z.int(), on: z.string(), reason: z.string() })),
  /** The history of the order, latest first. */
  history: z.array(z.object({ at: instant, who: z.string(), what: z.string(), detail: z.string() })),
  /** The link to this page with more of the history; "" if all of it is here. */
  older_history: z.string(),
});
export type OrderContent = z.infer<typeof OrderContent>;

/** `/members/bookings/attention`: everything about bookings that needs attention. */
export const BookingIssues = z.object({
  type: z.literal('booking_issues'),
  title: z.string(),
  emails_off: DisabledTicketEmails,
  /** The refund issues, latest first. */
  refund_issues: z.array(RefundIssue),
  /** Orders that were refunded while their tickets stay valid, latest first. */
  undecided_refunds: z.array(UndecidedRefund),
  /** Amounts to settle with buyers, and then those with other shops, each in the order of references. */
  refunds_due: z.array(AmountToSettle),
  /** Emails to buyers that the mail server refused for good, latest first. */
  refused_letters: z.array(
    z.object({
      id,
      /** The kind of email, as displayed: "Confirmation". */
      letter: z.string(),
      to: z.string(),
      at: instant,
      /** The reference and link of the order that the email is about; 0 and "" if there is none. */
      ref: z.int(),
      order_link: z.string(),
      /** True if the order's confirmation can be sent again, once its address is right. */
      can_resend: z.boolean(),
    }),
  ),
});
export type BookingIssues = z.infer<typeof BookingIssues>;

const order = '/members/api/bookings/orders/:id';

/** The buyer's details that somebody else has saved in the meantime. */
const CurrentBuyer = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  note: z.string(),
  ...currentVersionFields,
});

export const updateBuyer = declareCall('POST', order, {
  body: z.object({ ...Buyer.shape, version: versionField }),
  answers: { 200: savedVersion, 409: z.object({ current: CurrentBuyer }) },
});
/** Dismisses an email to a buyer that the mail server refused. */
export const dismissRefusedTicketEmail = declareCall('POST', '/members/api/bookings/letters/:id/dismiss');

const ticked = z.literal(['', '1']).default('');

/** Records an order's access needs, its seating wishes, and the orders to sit next to. */
export const updateNeedsAndWishes = declareCall('POST', `${order}/wishes`, {
  body: z.object({
    ...{ need_wheelchair: ticked, need_companion: ticked, need_loop: ticked, need_steps: ticked },
    ...{ wish_front: ticked, wish_back: ticked, wish_aisle: ticked },
    next_to: z
      .string()
      .trim()
      .max(60, 'Enter fewer booking references.')
      .refine((text) => text === '' || /^\d{1,9}(?:[\s,]+\d{1,9})*$/.test(text), 'Enter references such as 12, 17.')
      .default(''),
    /**
     * The buyer's name when the form was opened, if the order had contact details; otherwise "". If the buyer was
     * erased since, the save is refused without `current`.
     */
    buyer_name: z.string().max(200).default(''),
    version: versionField,
  }),
  answers: {
    200: savedVersion,
    409: z.object({ current: z.object({ asks: OrderContent.shape.order.shape.asks, ...currentVersionFields }) }),
  },
});

/** Adopts a suggestion from an order's note (`use`), or rejects it (`ignore`). */
export const answerSuggestion = declareCall('POST', `${order}/suggestion`, {
  body: z.object({
    suggestion: z.union([
      z.enum(['wheelchair', 'loop', 'steps', 'front', 'back', 'aisle']),
      z.string().regex(/^next_to_\d{1,9}$/, 'There is no such suggestion.'),
    ]),
    answer: z.enum(['use', 'ignore']),
  }),
});

export const resendConfirmation = declareCall('POST', `${order}/confirmation`);

/** Replaces an order's link and its tickets' codes. The old link and codes stop working. */
export const reissueTickets = declareCall('POST', `${order}/reissue`, { once: true });

/** Returns some or all of an order's tickets, and refunds money for them. */
export const returnTickets = declareCall('POST', `${order}/give_back`, {
  body: z
    .object({
      /** The amount refunded for the tickets. The default is the maximum: their price, or what is still held for them. */
      amount: z.union([z.literal('').transform(() => undefined), penceFromPounds]).optional(),
      reason: cancelReasonField,
    })
    /**
     * The number of tickets to return from each group, in fields named `of_` followed by the id of the group's first
     * ticket.
     */
    .catchall(ticketCountField),
});
/** Refunds money of an order, and either cancels its tickets or leaves them valid. */
export const refundOrder = declareCall('POST', `${order}/refund`, {
  body: z
    .object({
      /**
       * The amount of the refund, taken from the latest payment first; by default all the money that is held. Fields named
       * `to_` and a payment's id set the amount for each payment instead.
       */
      amount: z.union([z.literal('').transform(() => undefined), penceFromPounds]).optional(),
      reason: requiredSingleLine('Say why the money is refunded.', 150),
      /**
       * Decides about the tickets, if the order has valid ones: `cancel` cancels the numbers in the `of_` fields, or
       * all tickets. `keep` and `retained` leave them valid: `keep` refunds money paid for them, `retained` refunds
       * money that the society retained for returned tickets.
       */
      tickets: z.enum(['cancel', 'keep', 'retained'], 'Choose what happens to the tickets.').optional(),
      /** Pence that the page showed as left to refund. If that is out of date, nothing is refunded. */
      held: z.coerce.number().int().optional(),
    })
    .catchall(ticketCountField),
  once: true,
});
/** Cancels tickets whose money was refunded, or leaves them valid. No money moves. */
export const decideOnRefundedTickets = declareCall('POST', `${order}/decide`, {
  body: z
    .object({
      /** `cancel` cancels as many tickets as the `of_` fields say, or all tickets if there are no such fields. */
      tickets: z.enum(['cancel', 'keep'], 'Choose what happens to the tickets.'),
      /** The reason for the cancellation. Required if tickets are cancelled. */
      reason: cancelReasonField,
      /**
       * Decides about money held for cancelled tickets: it is either still to be refunded, or retained by the society.
       */
      rest: z.enum(['owed', 'retain'], 'Choose what happens to the rest of the money.').default('owed'),
    })
    .catchall(ticketCountField),
});
/** Corrects a manual refund that wasn't made: the money counts as paid again. */
export const correctRefund = declareCall('POST', `${order}/correct_refund`, {
  body: z.object({
    refund: z.string().min(1, 'Choose the refund.'),
    reason: requiredSingleLine('Say why the refund is corrected.', 150),
  }),
});
export const refundDueAmount = declareCall('POST', `${order}/hand_back`);
/** Settles money owed for cancelled or returned tickets, or records that an external shop has settled it. */
export const settleOrder = declareCall('POST', `${order}/settle`, {
  body: z.object({
    /**
     * `paid` refunds the money by its original payment methods. A manual source records that somebody has paid the refund
     * out in that way. `dismissed` retains the money, because nothing is owed any more. `elsewhere` records that the
     * money is settled with the other shop.
     */
    how: z.enum(['paid', ...manualPaymentSources, 'dismissed', 'elsewhere'], 'Say how the money was settled.'),
    /** Pence that the page showed as due. If that is out of date, nothing is settled. */
    due: z.coerce.number().int().optional(),
    /** The reason why nothing is owed any more. Required if `how` is `dismissed`. */
    reason: cancelReasonField,
  }),
});

/**
 * Exchanges tickets for tickets of another performance or ticket type. The tickets of an unpaid order take the new
 * price.
 */
export const exchangeTickets = declareCall('POST', `${order}/exchange`, {
  body: z
    .object({
      performance_id: z.string('Choose a performance.').min(1, 'Choose a performance.').pipe(id),
      /** The id of the new ticket type, which must belong to the requested performance; "" to keep the type. */
      ticket_type: z.union([z.literal(''), id]).default(''),
      /** For a paid order: `settle` charges or refunds the difference; `keep` keeps the price that was paid. */
      difference: z.enum(['settle', 'keep'], 'Choose what happens to the difference.').default('settle'),
      /** The payment method for the difference, if there is one to pay. */
      how: z.enum(boxOfficePaymentMethods, 'Choose how the difference is paid.').default('cash'),
      ...requestedSeatFields,
      // Exchanged tickets never wait to be seated
      seats: requestedSeatFields.seats.exclude(['later']).default('best'),
    })
    .catchall(ticketCountField),
});

declare module '#platform/shared/pages.ts' {
  interface Pages {
    order: OrderContent;
    booking_issues: BookingIssues;
  }
}
