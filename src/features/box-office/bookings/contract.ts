import { z } from 'zod';
import { BookingChange } from '#features/box-office/booking-changes/contract.ts';
import { ListedOrder } from '#features/box-office/orders/contract.ts';
import { Performance } from '#features/box-office/performances/contract.ts';
import { HouseSeatGroup, MovedParty } from '#features/box-office/seating/contract.ts';
import { HoardedPlaces, UnconfirmedOrder } from '#features/box-office/shop/contract.ts';
import { PromoCode } from '#features/box-office/shop/promo-contract.ts';
import { TicketEmailPreview } from '#features/box-office/ticket-emails/contract.ts';
import { ListedParty } from '#features/box-office/waiting-list/contract.ts';
import { calendarDate, id } from '#platform/shared/calls/schemas.ts';

/** A show; `dates` is its formatted run: "14–17 April 2027". */
const Show = z.object({
  ...{ id, title: z.string(), date: calendarDate, dates: z.string() },
  ...{ cancelled: z.boolean(), archived: z.boolean() },
});

/** `/members/bookings`: the performances of a show, and their sales. */
export const Bookings = z.object({
  type: z.literal('bookings'),
  title: z.string(),
  /** Changes to bookings, oldest first. */
  mods: z.array(BookingChange),
  /**
   * The show of these performances: the requested one, or the show to sell tickets for, or else the newest. Undefined
   * if there is no show.
   */
  show: Show.extend({
    /** The show's page; "" for an archived show, which has none. */
    link: z.string(),
    /** The show's picture; "" for an archived show without artwork. */
    poster: z.string(),
  }).optional(),
  performances: z.array(Performance),
  /** Latest first. */
  orders: z.array(ListedOrder),
  /** Free tickets that are held until somebody confirms them. */
  unconfirmed: z.array(UnconfirmedOrder),
  /** Performances whose last places, or tickets of a type, are mostly held unpaid by what seems to be one person. */
  hoarded: z.array(HoardedPlaces),
  /** The waiting list of these performances, in order of arrival. */
  waiting: z.array(ListedParty),
  /** People whose seats staff have moved and who haven't been notified yet. */
  moved_seats: z.array(MovedParty),
  /** House seats of the performances that sell numbered seats. */
  house_seats: z.array(HouseSeatGroup),
  /** Performances with unsettled notes about payments or walk-ups from an offline door. */
  door_notes: z.array(z.object({ performance_id: id, show: z.string(), date: z.string(), count: z.int() })),
  promo_codes: z.array(PromoCode),
  /** The names of the tickets on sale: "Blithe Spirit - Sat 6th Feb 7:30pm - Adult". */
  items: z.array(z.string()),
  /**
   * Shows that can be chosen, latest first. Cancelled shows are among them if they have performances or are chosen;
   * archived shows if they have orders, which may still have to be settled.
   */
  shows: z.array(Show),
  /** Emails to buyers. */
  letters: z.array(TicketEmailPreview),
  past_shows: z.array(z.object({ id, title: z.string(), date: calendarDate })),
});
export type Bookings = z.infer<typeof Bookings>;

declare module '#platform/shared/pages.ts' {
  interface Pages {
    bookings: Bookings;
  }
}
