import type { Instant } from '#platform/shared/dates/dates.ts';
import type { TicketEmailKind } from '../../contract.ts';
import type { OrderSource, OrderStatus, PaymentMethod } from '../../order.ts';

export interface TicketOrderTable {
  id: string;
  /** The order's reference. Each reference is allocated once, in ascending order (`allocateOrderReferences`). */
  ref: number;
  show_id: string;
  name: string;
  email: string;
  phone: string;
  note: string;
  status: OrderStatus;
  source: OrderSource;
  paid_by: PaymentMethod;
  /** The reason why the order is free, or why its tickets don't cost the usual price. */
  reason: string;
  created_at: Instant;
  /** Pence that the society retains for returned tickets. */
  kept_pence: number;
  version: number;
  /**
   * The user who saved the buyer or the seating wishes as they are now; null if the last change was of another kind, or
   * if the user's account was deleted.
   */
  updated_by?: string | null | undefined;
  /** The access needs, as entries of `accessNeeds` separated by commas. */
  needs: string;
  /** The party's seating wishes, as entries of `seatingWishes` separated by commas. */
  seat_wishes: string;
  /** References of the orders that the party wants to sit next to, separated by commas. */
  next_to: string;
  /** Suggestions from the order's note that somebody has rejected, separated by commas. */
  ignored_suggestions: string;
  /** The promo code that was used; "" for none. */
  promo: string;
  /** The number of times the order's link and ticket codes were replaced. */
  reissued: number;
  /**
   * 1 if money was refunded while the order's tickets stay valid, and somebody still has to decide about the tickets.
   */
  undecided: 0 | 1;
  /** The reason why the order, or some of its tickets, was cancelled; "" if unknown. */
  cancel_reason: string;
  /** The price of cancelled tickets that another shop sold, in pence, until they are marked as settled; null for none. */
  elsewhere_pence: number | null;
}

export interface TicketTable {
  id: string;
  order_id: string;
  performance_id: string;
  /** The id of the ticket's type, by which tickets are counted; "" if the type was removed before ids were stored. */
  type_id: string;
  /** The name of the ticket's type, as it was sold. */
  type: string;
  /** The price of the ticket's type when it was sold, in pence. */
  pence: number;
  /** The discount in pence: from a code, or from a price set by hand. */
  discount: number;
  /**
   * The rule behind the discount: a percentage or pence, one of which is 0. It is applied again when the price changes.
   */
  percent: number;
  off_pence: number;
  /** 1 if the ticket was given away; it then stays free. */
  complimentary: 0 | 1;
  given_back_at: Instant | null;
}

/** A charge in the ledger that paid for an order, or for a part of it. */
export interface OrderChargeTable {
  entry_id: string;
  order_id: string;
  /** The payment method; `card` is Square, or the society's own card machine. */
  paid_by: PaymentMethod;
}

/** A ticket that isn't sold yet: a visitor's basket holds a place for it. */
export interface HeldTicketTable {
  id: string;
  basket_id: string;
  performance_id: string;
  type_id: string;
  type: string;
  /** The price of the ticket's type when the ticket was chosen, in pence. */
  pence: number;
  /** The discount in pence, known from the moment of payment. */
  discount: number;
  /** The rule behind the discount: a percentage or pence, one of which is 0. */
  percent: number;
  off_pence: number;
  held_until: Instant;
}

/** A single row with the last allocated reference. */
export interface OrderNumberTable {
  id: 'order';
  last: number;
}

/**
 * A record that an email about an order, a basket or a waiting party was queued, so that each email is sent only once.
 */
export interface SentTicketEmailTable {
  /** The order, basket or waiting party. It isn't a foreign key, because it refers to one of several tables. */
  order_id: string;
  kind: TicketEmailKind;
  /**
   * Identifies the email among those of its kind: the performance and time for a reminder or a thank-you email,
   * otherwise the change that the email reports.
   */
  about: string;
  at: Instant;
}

export interface DisabledEmailKindTable {
  kind: TicketEmailKind;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    ticket_order: TicketOrderTable;
    ticket: TicketTable;
    order_charge: OrderChargeTable;
    held_ticket: HeldTicketTable;
    order_number: OrderNumberTable;
    order_letter: SentTicketEmailTable;
    letter_off: DisabledEmailKindTable;
  }
}
