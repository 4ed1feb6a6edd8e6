import { z } from 'zod';
import { DatedShow } from '#features/archive/shows/contract.ts';
import { OrderAccount, ticketCountField } from '#features/box-office/orders/contract.ts';
import { seatLabels, wheelchairs } from '#features/box-office/orders/requested-seats.ts';
import { PublicPerformance } from '#features/box-office/performances/contract.ts';
import type { SeatKind } from '#features/box-office/performances/seat-marks.ts';
import { CardForm, CardNonce } from '#features/money/payments/contract.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { email, id, instant, singleLine, singleLineText } from '#platform/shared/calls/schemas.ts';
import { maxTicketsPerBasket } from './basket.ts';

const specialSeatKinds = ['wheelchair', 'companion', 'restricted'] as const satisfies readonly SeatKind[];

const FormAnswer = z.object({
  code: z.int(),
  msg: z.string(),
  fields: z.record(z.string(), z.string()).exactOptional(),
});

/** Submitted values and the error, for browsers without JavaScript. */
const resubmission = {
  /** The submitted values by field; {} at first. */
  typed: z.record(z.string(), z.string()),
  answer: FormAnswer.optional(),
};

/** A kind of ticket that visitors can buy. */
const ShopTicketType = z.object({
  id,
  name: z.string(),
  about: z.string(),
  pence: z.int(),
  /** The number left, if it is limited below the places; else null. */
  left: z.int().nullable(),
  /** True if it is limited to the number of tickets that cost something, for the same performance. */
  needs_paying_ticket: z.boolean(),
});
export type ShopTicketType = z.infer<typeof ShopTicketType>;

/** A performance as the shop sells it. */
export const ShopPerformance = z.object({
  id,
  /** With the society's offset. */
  starts_at: instant,
  doors_at: PublicPerformance.shape.doors_at,
  notes: z.string(),
  cancelled: z.boolean(),
  /** The state of the sale: not yet, now, or not any more; and when that changes, or when it ended. */
  sale: z.object({ is: z.enum(['ahead', 'open', 'over']), at: instant }),
  availability: z.object({ state: z.enum(['plenty', 'filling', 'few', 'held', 'out']), left: z.int() }),
  types: z.array(ShopTicketType),
  /** True if numbered seats are sold; else visitors buy places, and staff seat them later. */
  numbered: z.boolean(),
  /** Free wheelchair spaces, if seats are numbered. */
  wheelchair_spaces: z.int(),
  /** True if the seating plan has any wheelchair space, free or not. */
  has_wheelchair_spaces: z.boolean(),
});
export type ShopPerformance = z.infer<typeof ShopPerformance>;

/** Numbered seats as a visitor can have them. */
const SeatsForSale = z.object({
  rowCount: z.int(),
  hiddenSeats: z.array(z.string()),
  /** Unavailable seats: taken or held by others, or not for sale. */
  taken: z.array(z.string()),
  /** The special seats. */
  kinds: z.record(z.string(), z.enum(specialSeatKinds)),
});
export type SeatsForSale = z.infer<typeof SeatsForSale>;

const ShopShow = z.object({
  ...DatedShow.pick({ id: true, title: true, author: true, venue: true }).shape,
  ...DatedShow.pick({ first_date: true, first_date_precision: true, date: true, date_precision: true }).shape,
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

/** `/tickets` while nothing is on sale here and no outside box office is set. */
export const TicketsContent = z.object({
  type: z.literal('tickets'),
  title: z.string(),
  message: z.string(),
  /** Of the next show. */
  performances: z.array(PublicPerformance),
});
export type TicketsContent = z.infer<typeof TicketsContent>;

/** `/tickets/:id`: the number of tickets for one performance. */
export const ChooseTicketsContent = z.object({
  type: z.literal('choose_tickets'),
  title: z.string(),
  show: ShopShow,
  performance: ShopPerformance,
  /** All of the show that are still to come; [] where places are offered. */
  performances: z.array(ShopPerformance),
  /** Tickets that one basket holds. */
  most: z.int(),
  /** True if paid tickets can be bought here. */
  payable: z.boolean(),
  /** For numbered seats on sale: those that are free for anybody. */
  plan: SeatsForSale.optional(),
  /** Set if these places are offered to a party from the waiting list, by its link. */
  offer: z
    .object({
      id,
      key: z.string(),
      size: z.int(),
      /** The time until which they are held, with the society's offset. */
      until: instant,
      /** True while the offer stands. */
      open: z.boolean(),
    })
    .optional(),
  ...resubmission,
});
export type ChooseTicketsContent = z.infer<typeof ChooseTicketsContent>;

/** `/tickets/:id/seats`: the plan on which a visitor chooses the seats of the tickets in their basket. */
export const ChooseSeatsContent = z.object({
  type: z.literal('choose_seats'),
  title: z.string(),
  show: ShopShow,
  performance: z.object({ id, starts_at: instant }),
  ...SeatsForSale.shape,
  /** The seats that the basket holds now. */
  mine: z.array(z.string()),
  /** The number of tickets it holds; 0 for none, or when its hold has expired. */
  count: z.int(),
  /** "" while it holds none. */
  held_until: z.union([instant, z.literal('')]),
  seconds_left: z.int(),
});
export type ChooseSeatsContent = z.infer<typeof ChooseSeatsContent>;

/** The tickets held for one performance: "2 Adult, 1 Child". */
export const HeldTickets = z.object({ starts_at: instant, tickets: z.string() });
export type HeldTickets = z.infer<typeof HeldTickets>;

/** Free tickets that are held until somebody confirms them. */
const PendingOrder = z.object({
  /** The buyer by the link in an email, or the box office. */
  by: z.enum(['email', 'box office']),
  email: z.string(),
  until: instant,
  tickets: z.array(HeldTickets),
});
export type PendingOrder = z.infer<typeof PendingOrder>;

/** `/tickets/confirm/:id/:key`: the page on which a buyer confirms free tickets, by the link in the email. */
export const ConfirmOrderContent = z.object({
  type: z.literal('confirm_order'),
  title: z.string(),
  id,
  key: z.string(),
  state: z.enum(['waiting', 'confirmed', 'expired']),
  /** The page with the booking, once it is confirmed; else "". */
  link: z.string(),
  show: ShopShow.optional(),
  held_until: z.union([instant, z.literal('')]),
  tickets: z.array(HeldTickets),
  answer: resubmission.answer,
});
export type ConfirmOrderContent = z.infer<typeof ConfirmOrderContent>;

/** Free tickets that wait for confirmation, in the box office's list. */
export const UnconfirmedOrder = PendingOrder.extend({
  id,
  name: z.string(),
  phone: z.string(),
  note: z.string(),
  needs: z.array(z.string()),
  since: instant,
});
export type UnconfirmedOrder = z.infer<typeof UnconfirmedOrder>;

/** A performance whose remaining places are mostly in unpaid baskets, from networks that have let baskets expire. */
export const HoardedPlaces = z.object({
  performance_id: id,
  date: instant,
  /** "places", "wheelchair spaces", or those of a limited type: "“Adult” tickets". */
  of: z.string(),
  /** The number of unsold ones. */
  left: z.int(),
  /** The number of them in those baskets. */
  held: z.int(),
  baskets: z.int(),
  /** The number in each basket. `name` is "" until its visitor has given one. */
  holders: z.array(z.object({ name: z.string(), count: z.int() })),
});
export type HoardedPlaces = z.infer<typeof HoardedPlaces>;

/** `/tickets/basket`: the tickets that this visitor holds, and the form that pays for them. */
export const BasketContent = z.object({
  type: z.literal('basket'),
  title: z.string(),
  /** Undefined while it is empty. */
  basket: z
    .object({
      show: ShopShow,
      /** `lapsed`: its hold has expired, but its places may still be free. */
      state: z.enum(['open', 'paying', 'lapsed']),
      held_until: instant,
      seconds_left: z.int(),
      /** True if it holds an offer to a party from the waiting list: then it can only be paid or emptied. */
      offered: z.boolean(),
      performances: z.array(
        z.object({
          id,
          starts_at: instant,
          lines: z.array(z.object({ type_id: z.string(), type: z.string(), pence: z.int(), count: z.int() })),
          types: z.array(ShopTicketType),
          numbered: z.boolean(),
          /** In order; none if seats aren't numbered. */
          seats: z.array(z.object({ seat: z.string(), kind: z.enum(['', ...specialSeatKinds]) })),
        }),
      ),
      /** A sentence about how a companion comes free; "" once a free ticket is in it for each performance. */
      companion: z.string(),
      /** The reason why it has no wheelchair space, and the way to get one; "" if it has one. */
      wheelchair: z.string(),
      /** The number of wheelchair users in the party, as given with the tickets. */
      wheelchairs: z.int(),
      /** True if free tickets are available here: without them no companion can come free. */
      companions_free: z.boolean(),
      /** The promo code in use, and its effect: "20% off". "" for none. */
      promo: z.string(),
      promo_words: z.string(),
      /** Pence. */
      discount: z.int(),
      total: z.int(),
    })
    .optional(),
  /** True if the box office has released tickets of it since its visitor last chose. */
  released: z.boolean(),
  /** Free tickets that this visitor has requested, and that somebody has to confirm. */
  pending: PendingOrder.optional(),
  most: z.int(),
  /** Null if nothing can be paid by card. */
  card: CardForm.nullable(),
  ...resubmission,
});
export type BasketContent = z.infer<typeof BasketContent>;

/** `/tickets/order/:id/:key`: a booking, for anybody with its link. */
export const BookedContent = z.object({
  type: z.literal('booked'),
  title: z.string(),
  /**
   * `finding out`: nobody knows yet whether the card was charged. `unconfirmed`, `expired` and `declined` are of free
   * tickets.
   */
  state: z.enum(['booked', 'finding out', 'not paid', 'given back', 'cancelled', 'unconfirmed', 'expired', 'declined']),
  pending: PendingOrder.optional(),
  /** True if they are in this browser’s basket, which can be opened again. */
  can_reopen: z.boolean().optional(),
  ref: z.string(),
  name: z.string(),
  email: z.string(),
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
          /** "" if none is assigned yet. */
          seat: z.string(),
        }),
      ),
    }),
  ),
  needs: z.array(z.string()),
  /** The buyer's note, if it was bought on the site. */
  note: z.string(),
  discount: z.int(),
  /** Pence that its tickets cost. */
  total: z.int(),
  /** True if it is paid at the door. */
  to_pay: z.boolean(),
  /** True if the last of its performances was before today. */
  is_over: z.boolean().optional(),
  /** The state of the order's money; undefined while it is being paid. */
  account: OrderAccount.omit({ payments: true, held: true }).optional(),
  /** The shop that sold it, which also refunds it: "TicketSource", "another seller"; undefined for us. */
  seller: z.string().optional(),
});
export type BookedContent = z.infer<typeof BookedContent>;

const optionalText = (max: number) => z.string().trim().max(max, `Keep this to ${max} characters.`).default('');

/** A box that is ticked or not. */
const checkbox = z.enum(['', '1']).default('');

export const HoldRequest = z
  .object({
    performance_id: id,
    /** For numbered seats: the best, those in `chosen_seats`, or to be chosen on the plan afterwards. */
    seats: z.enum(['best', 'plan']).default('best'),
    /** Labels with commas between. */
    chosen_seats: seatLabels.refine(
      (seats) => seats.length <= maxTicketsPerBasket,
      `A basket can hold up to ${maxTicketsPerBasket} tickets.`,
    ),
    /** The number of them in a wheelchair. */
    wheelchair: wheelchairs,
  })
  /** The number of a type, in a field named `tickets_` and the type's id. */
  .catchall(ticketCountField);

export const PaymentRequest = z.object({
  name: singleLineText('Enter your name.', 80),
  email: email('Enter your email address.'),
  phone: singleLine(40).default(''),
  note: optionalText(300),
  need_wheelchair: checkbox,
  need_companion: checkbox,
  need_loop: checkbox,
  need_steps: checkbox,
  /** The total that the page showed, in pence: nothing is charged if it has changed. */
  amount_due: z.coerce.number().int().optional(),
  card_nonce: CardNonce.default(''),
  verification_token: optionalText(500),
  /** Ignored: the displayed card comes from Square. */
  card_details: z.string().max(4000).default(''),
});
export type PaymentRequest = z.infer<typeof PaymentRequest>;

/** Holds tickets for a performance, instead of those in the basket for it. */
export const holdTickets = declareCall('POST', '/api/tickets/hold', {
  body: HoldRequest,
  answers: { 200: z.object({ link: z.string() }) },
});
/** Changes the seats of the tickets in the basket. `fix` are the nearest available ones, if these aren't. */
export const chooseSeats = declareCall('POST', '/api/tickets/seats', {
  body: z.object({ performance_id: id, seats: z.array(z.string().max(4)).max(maxTicketsPerBasket) }),
  answers: { 409: z.object({ fix: z.array(z.string()).exactOptional() }) },
});
/** Accepts a waiting-list offer: puts its places into a new basket, held until the offer expires. */
export const acceptOffer = declareCall('POST', '/api/tickets/offer/:id/:key', {
  body: z.object({}).catchall(ticketCountField),
});
/** Removes the tickets for a performance from the basket. */
export const removeTickets = declareCall('POST', '/api/tickets/take_away', { body: z.object({ performance_id: id }) });
export const emptyBasket = declareCall('POST', '/api/tickets/empty');
/** Holds the same tickets again once their hold has expired, if they are still free. */
export const renewHold = declareCall('POST', '/api/tickets/hold_again');
export const applyPromoCode = declareCall('POST', '/api/tickets/promo', {
  body: z.object({ promo: z.string().trim().max(40, 'That’s too long to be a promo code.').default('') }),
});
/** Confirms free tickets by the link in the email, once: a second time leads to the same booking. */
export const confirmOrder = declareCall('POST', '/api/tickets/confirm/:id/:key', {
  answers: { 200: z.object({ link: z.string() }) },
});
/** Reopens a basket that waits for a confirmation: with another address, or other tickets. */
export const reopenBasket = declareCall('POST', '/api/tickets/reopen');
export const confirmFreeTickets = declareCall('POST', '/members/api/bookings/unconfirmed/:id/confirm');
/** Releases free tickets that were declined. */
export const declineFreeTickets = declareCall('POST', '/members/api/bookings/unconfirmed/:id/decline');
/** Releases those baskets' tickets for a performance, so that the box office can sell them. */
export const releaseHoardedPlaces = declareCall('POST', '/members/api/bookings/hoarded/:id/release');
/** Pays for the basket. `link` is the page with the booking, or with the news that it is being found out. */
export const payBasket = declareCall('POST', '/api/tickets/pay', {
  body: PaymentRequest,
  answers: { 200: z.object({ link: z.string() }) },
});

declare module '#platform/shared/pages.ts' {
  interface Pages {
    shop: ShopContent;
    tickets: TicketsContent;
    choose_tickets: ChooseTicketsContent;
    choose_seats: ChooseSeatsContent;
    basket: BasketContent;
    booked: BookedContent;
    confirm_order: ConfirmOrderContent;
  }
}
