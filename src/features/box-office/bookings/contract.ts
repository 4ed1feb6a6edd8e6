import { z } from 'zod';
import { BookingChange } from '#features/box-office/booking-changes/contract.ts';
import { DisabledTicketEmails, ListedOrder, TicketEmailPreview } from '#features/box-office/orders/contract.ts';
import { Performance } from '#features/box-office/performances/contract.ts';
import { HouseSeatGroup, MovedParty } from '#features/box-office/seating/contract.ts';
import { HoardedPlaces, UnconfirmedOrder } from '#features/box-office/shop/contract.ts';
import { PromoCode } from '#features/box-office/shop/promo-contract.ts';
import { ListedParty } from '#features/box-office/waiting-list/contract.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { calendarDate, id, instant } from '#platform/shared/calls/schemas.ts';

/** A show; `dates` is its formatted run: "14–17 April 2027". */
const Show = z.object({
  ...{ id, title: z.string(), date: calendarDate, dates: z.string() },
  ...{ cancelled: z.boolean(), archived: z.boolean() },
});

/** `/members/bookings`: the performances of a show, and their sales. */
export const BookingsPageContent = z.object({
  type: z.literal('bookings'),
  title: z.string(),
  emails_off: DisabledTicketEmails,
  /** Changes to bookings, oldest first. */
  mods: z.array(BookingChange),
  /**
   * The show of these performances: the requested one, or the show to sell tickets for, or else the newest. Undefined
   * if there is no show.
   */
  show: Show.extend({
    /** The first day of the run; "" if only its month or year is known. */
    first_night: z.union([calendarDate, z.literal('')]),
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
  /**
   * Performances at which one person seems to hold, unpaid, most of the last places or of the last tickets of a type.
   */
  hoarded: z.array(HoardedPlaces),
  /** The waiting list of these performances, in order of arrival. */
  waiting: z.array(ListedParty),
  /** Parties whose seats staff have moved, and who haven't been notified yet. */
  moved_seats: z.array(MovedParty),
  /** House seats of the performances that sell numbered seats. */
  house_seats: z.array(HouseSeatGroup),
  /** Performances with unsettled notes about payments or walk-ups from an offline door. */
  door_notes: z.array(z.object({ performance_id: id, show: z.string(), date: z.string(), count: z.int() })),
  promo_codes: z.array(PromoCode),
  /** The names of the tickets that bookings can be changed to: "Blithe Spirit - Sat 6th Feb 7:30pm - Adult". */
  items: z.array(z.string()),
  /**
   * Shows that can be chosen, latest first. A cancelled show is included if it has performances or is the chosen show.
   * An archived show is included if it has orders, which may still have to be settled.
   */
  shows: z.array(Show),
  /** Previews of the emails about tickets. */
  letters: z.array(TicketEmailPreview),
  past_shows: z.array(z.object({ id, title: z.string(), date: calendarDate })),
});
export type BookingsPageContent = z.infer<typeof BookingsPageContent>;

const pence = z.int();

/** Sales of one performance, for the royalty return. */
const PerformanceSalesReport = z.object({
  id,
  date: instant,
  date_text: z.string(),
  cancelled: z.boolean(),
  capacity: z.int(),
  /** Tickets that were paid for. */
  sold: z.int(),
  /** Free tickets: those given away, and free tickets in paid orders. */
  comps: z.int(),
  /** Reserved tickets that aren't paid yet. */
  kept: z.int(),
  /** The total of the paid tickets before discounts and refunds. */
  gross: pence,
  discounts: pence,
  /** Refunds for tickets that are still valid. */
  refunds: pence,
  net: pence,
  /** The amount retained for returned tickets, which isn't part of the net. */
  retained: pence,
  /** The part of the net for tickets that another shop sold; that shop holds the money. */
  elsewhere: pence,
  /** The sales by type and price, the dearest first; `total` is the price less discounts and refunds. */
  lines: z.array(z.object({ type: z.string(), pence, count: z.int(), discounts: pence, refunds: pence, total: pence })),
});

export type PerformanceSalesReport = z.infer<typeof PerformanceSalesReport>;

/** All sales for a show, and the show's money in our ledger. */
export const SalesResults = z.object({
  showTitle: z.string(),
  /** The number of tickets and their total discounts, by item and price in pence. */
  sums: z.record(z.string(), z.record(z.string(), z.object({ amount: z.int(), discounts: pence }))),
  totals: z.object({
    /** The total paid in any way but in cash: by card, bank transfer or cheque. */
    paid: pence,
    cash: pence,
    fees: pence,
    /** Refunds still due. */
    expected_refunds: pence,
    /** The part of `expected_refunds` that waits for a bank's decision on a dispute. */
    disputed_refunds: pence,
    actual_refunds: pence,
    /** The part of the net that the society retains for returned tickets. */
    retained: pence,
    net: pence,
  }),
  foh_totals: z.object({ paid: pence, refunds: pence, cash: pence, fees: pence, net: pence }),
  performances: z.array(PerformanceSalesReport),
});
export type SalesResults = z.infer<typeof SalesResults>;

export const getShowSales = declareCall('POST', '/members/api/bookings/historic_sales', {
  body: z.object({ showID: z.string('Choose a show.').min(1, 'Choose a show.') }),
  answers: { 200: z.object({ results: SalesResults }) },
});

declare module '#platform/shared/pages.ts' {
  interface Pages {
    bookings: BookingsPageContent;
  }
}
