import { z } from 'zod';
import { ShowEntryWithRun } from '#features/archive/shows/contract.ts';
import { OrderAccount, ticketCountField } from '#features/box-office/orders/contract.ts';
import { optionalWheelchairsField, seatLabelsField } from '#features/box-office/orders/requested-tickets.ts';
import { PublicPerformance } from '#features/box-office/performances/contract.ts';
import type { SeatKind } from '#features/box-office/performances/seats.ts';
import { CardFormConfig, CardNonce } from '#features/money/payments/contract.ts';
import { postedFormFields } from '#features/society/accounts/contract.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { email, id, instant, requiredSingleLine, singleLine } from '#platform/shared/calls/schemas.ts';
import { maxTicketsPerBasket } from './basket.ts';

const specialSeatKinds = ['wheelchair', 'companion', 'restricted'] as const satisfies readonly SeatKind[];

/** A ticket type that visitors can buy. */
const ShopTicketType = z.object({
  id,
  name: z.string(),
  about: z.string(),
  pence: z.int(),
  /** The number of tickets left of a limited type; null for any other type. */
  left: z.int().nullable(),
  /** True if a basket can't have more of these tickets than paid tickets for the same performance. */
  needs_paying_ticket: z.boolean(),
});
export type ShopTicketType = z.infer<typeof ShopTicketType>;

/** A performance, as the shop shows it. */
export const ShopPerformance = z.object({
  id,
  /** The start, with the society's UTC offset. */
  starts_at: instant,
  doors_at: PublicPerformance.shape.doors_at,
  notes: z.string(),
  cancelled: z.boolean(),
  /** The state of the sale, and the time at which it starts, ends or ended. */
  sale: z.object({ is: z.enum(['ahead', 'open', 'over']), at: instant }),
  availability: z.object({ state: z.enum(['plenty', 'filling', 'few', 'held', 'out']), left: z.int() }),
  types: z.array(ShopTicketType),
  /** True if numbered seats are sold. Otherwise visitors buy places, and staff assign the seats later. */
  numbered: z.boolean(),
  /** The free wheelchair spaces. 0 if seats aren't numbered. */
  wheelchair_spaces: z.int(),
  /** True if the seating plan has any wheelchair space, free or not. */
  has_wheelchair_spaces: z.boolean(),
});
export type ShopPerformance = z.infer<typeof ShopPerformance>;

/** The seating plan of a performance, as a visitor sees it. */
const VisitorSeatPlan = z.object({
  rowCount: z.int(),
  hiddenSeats: z.array(z.string()),
  /** Seats that are sold, held by others or withheld from visitors. */
  taken: z.array(z.string()),
  /** The kinds of the special seats, by seat label. */
  kinds: z.record(z.string(), z.enum(specialSeatKinds)),
});
export type VisitorSeatPlan = z.infer<typeof VisitorSeatPlan>;

const ShopShow = z.object({
  ...ShowEntryWithRun.pick({ id: true, title: true, author: true, venue: true }).shape,
  ...ShowEntryWithRun.pick({ first_date: true, first_date_precision: true, date: true, date_precision: true }).shape,
  link: z.string(),
  poster: z.string(),
});
export type ShopShow = z.infer<typeof ShopShow>;

/** `/tickets`: the performances on sale here. */
export const ShopContent = z.object({
  type: z.literal('shop'),
  title: z.string(),
  shows: z.array(ShopShow.extend({ performances: z.array(ShopPerformance) })),
});
export type ShopContent = z.infer<typeof ShopContent>;

/** `/tickets` while nothing is on sale here and no other seller is set. */
export const TicketsContent = z.object({
  type: z.literal('tickets'),
  title: z.string(),
  message: z.string(),
  /** The performances of the next show. */
  performances: z.array(PublicPerformance),
});
export type TicketsContent = z.infer<typeof TicketsContent>;

/** `/tickets/:id`: the page on which visitors choose their tickets for one performance. */
export const ChooseTicketsContent = z.object({
  type: z.literal('choose_tickets'),
  title: z.string(),
  show: ShopShow,
  performance: ShopPerformance,
  /** The show's upcoming performances, and the chosen one even if it is over. Empty on the page of an offer. */
  performances: z.array(ShopPerformance),
  /** The maximum number of tickets that a visitor can choose. */
  most: z.int(),
  /** True if paid tickets can be bought here. */
  payable: z.boolean(),
  /** The seating plan; undefined if the performance has no numbered seats, or if it can't be booked now. */
  plan: VisitorSeatPlan.optional(),
  /** The offer, if a party from the waiting list opened the page by its link. */
  offer: z
    .object({
      id,
      key: z.string(),
      size: z.int(),
      /** The time until which the places are held, with the society's offset. */
      until: instant,
      /** True until the offer ends. The offer doesn't end while the outcome of a payment for it is unknown. */
      open: z.boolean(),
      /** True while the payment for the places has no outcome. The offer can't be accepted again meanwhile. */
      paying: z.boolean().optional(),
    })
    .optional(),
  ...postedFormFields,
});
export type ChooseTicketsContent = z.infer<typeof ChooseTicketsContent>;

/** `/tickets/:id/seats`: the plan on which a visitor chooses the seats of the tickets in their basket. */
export const ChooseSeatsContent = z.object({
  type: z.literal('choose_seats'),
  title: z.string(),
  show: ShopShow,
  performance: z.object({ id, starts_at: instant }),
  ...VisitorSeatPlan.shape,
  /** The seats that the basket holds now. */
  mine: z.array(z.string()),
  /** The number of tickets that need seats. 0 if the basket has none or its hold has expired. */
  count: z.int(),
  /** The end of the hold; "" if `count` is 0. */
  held_until: z.union([instant, z.literal('')]),
  seconds_left: z.int(),
});
export type ChooseSeatsContent = z.infer<typeof ChooseSeatsContent>;

/** The tickets held for one performance: "2 Adult, 1 Child". */
export const HeldTickets = z.object({ starts_at: instant, tickets: z.string() });
export type HeldTickets = z.infer<typeof HeldTickets>;

/** Free tickets that are held until somebody confirms them. */
const UnconfirmedTickets = z.object({
  /**
   * The person who has to confirm the tickets: the buyer (`email`), through the link in an email, or the box office.
   */
  by: z.enum(['email', 'box office']),
  email: z.string(),
  until: instant,
  tickets: z.array(HeldTickets),
});
export type UnconfirmedTickets = z.infer<typeof UnconfirmedTickets>;

/** `/tickets/confirm/:id/:key`: the page on which a buyer confirms free tickets, by the link in the email. */
export const ConfirmOrderContent = z.object({
  type: z.literal('confirm_order'),
  title: z.string(),
  id,
  key: z.string(),
  state: z.enum(['waiting', 'confirmed', 'expired']),
  /** The link to the booking's page. "" until the tickets are confirmed. */
  link: z.string(),
  show: ShopShow.optional(),
  held_until: z.union([instant, z.literal('')]),
  tickets: z.array(HeldTickets),
  answer: postedFormFields.answer,
});
export type ConfirmOrderContent = z.infer<typeof ConfirmOrderContent>;

/** A booking of free tickets that waits for confirmation, in the box office's list. */
export const UnconfirmedOrder = UnconfirmedTickets.extend({
  id,
  name: z.string(),
  phone: z.string(),
  note: z.string(),
  needs: z.array(z.string()),
  since: instant,
});
export type UnconfirmedOrder = z.infer<typeof UnconfirmedOrder>;

/**
 * A performance with few places, or few tickets of one kind, left. Most of them are in unpaid baskets of networks that
 * have let earlier baskets expire.
 */
export const HoardedPlaces = z.object({
  performance_id: id,
  date: instant,
  /** The scarce resource: "places", "wheelchair spaces" or, for a limited type, "“Adult” tickets". */
  of: z.string(),
  /** The number of places or tickets that are free, or held in the suspicious baskets. */
  left: z.int(),
  /** The number of places or tickets held in the suspicious baskets. */
  held: z.int(),
  baskets: z.int(),
  /**
   * The suspicious baskets. `count` is the number of places or tickets of the resource that the basket holds, and
   * `tickets` the number of all its tickets for the performance. `name` is "" until the visitor has given a name.
   */
  holders: z.array(z.object({ name: z.string(), count: z.int(), tickets: z.int() })),
});
export type HoardedPlaces = z.infer<typeof HoardedPlaces>;

/** `/tickets/basket`: the tickets that this visitor holds, and the form that pays for them. */
export const BasketContent = z.object({
  type: z.literal('basket'),
  title: z.string(),
  /** The content of the basket; undefined while the basket is empty. */
  basket: z
    .object({
      show: ShopShow,
      /** `lapsed` means that the hold has expired; the places may still be free. */
      state: z.enum(['open', 'paying', 'lapsed']),
      held_until: instant,
      seconds_left: z.int(),
      /**
       * True if the basket contains places offered by the waiting list. The visitor then changes the numbers of tickets
       * on the offer's page.
       */
      offered: z.boolean(),
      performances: z.array(
        z.object({
          id,
          starts_at: instant,
          lines: z.array(z.object({ type_id: z.string(), type: z.string(), pence: z.int(), count: z.int() })),
          types: z.array(ShopTicketType),
          numbered: z.boolean(),
          /** The seats in order. Empty if seats aren't numbered. */
          seats: z.array(z.object({ seat: z.string(), kind: z.enum(['', ...specialSeatKinds]) })),
        }),
      ),
      /** Advice for visitors who bring a companion. "" if the basket has a companion's ticket for each performance. */
      companion: z.string(),
      /** The reason why the basket has too few wheelchair spaces, and what to do. "" if it has enough. */
      wheelchair: z.string(),
      /** The number of wheelchair users, as given when the tickets were chosen. */
      wheelchairs: z.int(),
      /** True if a companion's ticket is on sale for each performance. */
      companions_free: z.boolean(),
      /** The promo code in use and its effect, such as "20% off". "" for none. */
      promo: z.string(),
      promo_words: z.string(),
      /** The total discount, in pence. */
      discount: z.int(),
      total: z.int(),
    })
    .optional(),
  /** True if the box office has released tickets since the visitor last chose tickets. */
  released: z.boolean(),
  /** Free tickets that this visitor has requested, and that somebody has to confirm. */
  pending: UnconfirmedTickets.optional(),
  most: z.int(),
  /** The card form; null if nothing is due or cards can't be charged. */
  card: CardFormConfig.nullable(),
  /** True if the emails that confirm bookings are switched on. */
  emails_confirmation: z.boolean(),
  ...postedFormFields,
});
export type BasketContent = z.infer<typeof BasketContent>;

/** `/tickets/order/:id/:key`: a booking, for anybody with the booking's link. */
export const BookingContent = z.object({
  type: z.literal('booked'),
  title: z.string(),
  /**
   * `finding out` means that the outcome of the card payment isn't known yet, and `not paid` that no card was charged.
   * `given back` is a booking whose money was refunded or is due. `unconfirmed`, `expired` and `declined` only occur for
   * free tickets.
   */
  state: z.enum(['booked', 'finding out', 'not paid', 'given back', 'cancelled', 'unconfirmed', 'expired', 'declined']),
  pending: UnconfirmedTickets.optional(),
  /** True if the basket belongs to this browser, which can then reopen it. */
  can_reopen: z.boolean().optional(),
  ref: z.string(),
  name: z.string(),
  email: z.string(),
  /**
   * The address to which the confirmation of the booking was sent, or will be if `sent` is false. Undefined if none is
   * sent, or if the record of the email was deleted.
   */
  emailed: z.object({ to: z.string(), sent: z.boolean() }).optional(),
  show: ShopShow.optional(),
  performances: z.array(
    z.object({
      id,
      starts_at: instant,
      doors_at: PublicPerformance.shape.doors_at,
      notes: z.string(),
      cancelled: z.boolean(),
      calendar: z.string(),
      tickets: z.array(
        z.object({
          ...{ id, type: z.string(), pence: z.int(), code: z.string(), qr: z.array(z.array(z.boolean())) },
          /** "" if no seat is assigned yet. */
          seat: z.string(),
        }),
      ),
    }),
  ),
  needs: z.array(z.string()),
  /** The buyer's note. "" unless the order was placed on the site. */
  note: z.string(),
  discount: z.int(),
  /** The price of the tickets after the discount, in pence. */
  total: z.int(),
  /** True if the booking is to be paid for at the door. */
  to_pay: z.boolean(),
  /** True if the booking's last performance was before today. */
  is_over: z.boolean().optional(),
  /** Payments and refunds of the order. Undefined while there is no order. */
  account: OrderAccount.omit({ payments: true, held: true }).optional(),
  /** The URL of this page. Undefined unless the tickets are valid. */
  url: z.string().optional(),
  /**
   * The other seller that sold the tickets and refunds them, such as "TicketSource". Undefined for our own sales and for
   * free tickets.
   */
  seller: z.string().optional(),
});
export type BookingContent = z.infer<typeof BookingContent>;

const optionalText = (max: number) =>
  z.string().trim().max(max, `Keep this to ${max} characters or fewer.`).default('');

const checkbox = z.enum(['', '1']).default('');

export const HoldTicketsBody = z
  .object({
    performance_id: id,
    /**
     * For numbered seats: `best` assigns the best free seats, and `plan` assigns the seats in `chosen_seats`. With
     * `plan` and no chosen seats, the visitor chooses them on the next page.
     */
    seats: z.enum(['best', 'plan']).default('best'),
    /** Seat labels separated by commas. */
    chosen_seats: seatLabelsField.refine(
      (seats) => seats.length <= maxTicketsPerBasket,
      `A basket can hold up to ${maxTicketsPerBasket} tickets.`,
    ),
    /** The number of wheelchair users. If it is left out, the number in the basket stays unchanged. */
    wheelchair: optionalWheelchairsField,
  })
  /** The number of tickets of each type, in fields named `tickets_` followed by the type's id. */
  .catchall(ticketCountField);

export const PayBasketBody = z.object({
  name: requiredSingleLine('Enter your name.', 80),
  email: email('Enter your email address.'),
  phone: singleLine(40).default(''),
  note: optionalText(300),
  need_wheelchair: checkbox,
  need_companion: checkbox,
  need_loop: checkbox,
  need_steps: checkbox,
  /** The total in pence that the page showed. Nothing is charged if the total has changed. */
  amount_due: z.coerce.number().int().optional(),
  card_nonce: CardNonce.default(''),
  verification_token: optionalText(500),
  /** Ignored: the displayed card details come from Square's response. */
  card_details: z.string().max(4000).default(''),
});
export type PayBasketBody = z.infer<typeof PayBasketBody>;

/** Holds tickets for a performance, replacing the basket's earlier tickets for that performance. */
export const holdTickets = declareCall('POST', '/api/tickets/hold', {
  body: HoldTicketsBody,
  answers: { 200: z.object({ link: z.string() }) },
});
/**
 * Changes the seats of the tickets in the basket. If the choice is refused, `fix` may have the nearest seats that can be
 * chosen.
 */
export const chooseSeats = declareCall('POST', '/api/tickets/seats', {
  body: z.object({ performance_id: id, seats: z.array(z.string().max(4)).max(maxTicketsPerBasket) }),
  answers: { 409: z.object({ fix: z.array(z.string()).exactOptional() }) },
});
/**
 * Accepts an offer from the waiting list: its places are put into a new basket, and held there until the offer expires.
 */
export const acceptOffer = declareCall('POST', '/api/tickets/offer/:id/:key', {
  body: z.object({}).catchall(ticketCountField),
});
/** Removes the tickets for a performance from the basket. */
export const removeTickets = declareCall('POST', '/api/tickets/take_away', { body: z.object({ performance_id: id }) });
export const emptyBasket = declareCall('POST', '/api/tickets/empty');
/** Renews an expired hold, if the tickets are still available. */
export const renewHold = declareCall('POST', '/api/tickets/hold_again');
export const applyPromoCode = declareCall('POST', '/api/tickets/promo', {
  body: z.object({ promo: z.string().trim().max(40, 'That’s too long to be a promo code.').default('') }),
});
/** Confirms free tickets by the link in the email. Confirming again leads to the same booking. */
export const confirmOwnFreeTickets = declareCall('POST', '/api/tickets/confirm/:id/:key', {
  answers: { 200: z.object({ link: z.string() }) },
});
/**
 * Reopens a basket whose free tickets wait for confirmation, or weren't confirmed in time, so that the visitor can change
 * the address or the tickets.
 */
export const reopenBasket = declareCall('POST', '/api/tickets/reopen');
export const confirmFreeTickets = declareCall('POST', '/members/api/bookings/unconfirmed/:id/confirm');
/** Declines free tickets and releases their places. */
export const declineFreeTickets = declareCall('POST', '/members/api/bookings/unconfirmed/:id/decline');
/** Releases the tickets that suspicious baskets hold for a performance, so that others can buy them. */
export const releaseHoardedPlaces = declareCall('POST', '/members/api/bookings/hoarded/:id/release');
/** Pays for the basket. `link` leads to the booking's page, even if the outcome isn't known yet. */
export const payBasket = declareCall('POST', '/api/tickets/pay', {
  body: PayBasketBody,
  answers: { 200: z.object({ link: z.string() }) },
});

declare module '#platform/shared/pages.ts' {
  interface Pages {
    shop: ShopContent;
    tickets: TicketsContent;
    choose_tickets: ChooseTicketsContent;
    choose_seats: ChooseSeatsContent;
    basket: BasketContent;
    booked: BookingContent;
    confirm_order: ConfirmOrderContent;
  }
}
