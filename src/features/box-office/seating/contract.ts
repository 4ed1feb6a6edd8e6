import { z } from 'zod';
import { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import { SeatMark } from '#features/box-office/performances/contract.ts';
import {
  maxHiddenSeats,
  maxHouseSeatReleaseMinutes,
  maxPlanRows,
  maxSeatMarks,
  parseSeatLabel,
  seatsPerRow,
} from '#features/box-office/performances/seats.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { currentVersionFields, id, instant, singleLine, version } from '#platform/shared/calls/schemas.ts';

/** Order references by seat label. */
export const SeatAssignments = z.record(z.string(), z.string());

/** Ticket prices in pence, by ticket type. */
const pricing = z.record(z.string(), z.int());

const marks = z.record(z.string(), SeatMark);

export const SeatLayout = z.object({
  rowCount: z.int(),
  hiddenSeats: z.array(z.string()),
  /** The number of tickets that have no seat yet. */
  newSeats: z.int(),
  fullWidth: z.literal(seatsPerRow),
});

/** `/members/bookings/seating/{id}`: the seating plan of one performance. */
export const Seating = z.object({
  type: z.literal('seating'),
  title: z.string(),
  id,
  show: z.object({ id, title: z.string() }),
  showName: z.string(),
  authors: z.string(),
  date: instant,
  defaultRowCount: z.int(),
  initialHiddenSeats: z.array(z.string()),
  initialAssignment: SeatAssignments,
  /** Wheelchair spaces, companion seats, restricted views and house seats. */
  marks,
  /** True if visitors buy numbered seats. */
  sells_seats: z.boolean(),
  /** The seats that visitors hold while they choose and pay. */
  held: z.array(z.string()),
  ticket_pricing: pricing,
  layout: SeatLayout,
  cancelled: z.boolean(),
  /** The orders with valid tickets, oldest first. */
  orders: z.array(PerformanceOrder),
  /**
   * The promised seats by order reference; "" stands for a seat that is still to be assigned. If a saved plan gives a
   * buyer other seats, the buyer has to be told, by email if possible. The record is empty if the performance is over
   * or cancelled, because nobody has to be told then.
   */
  known: z.record(z.string(), z.array(z.string())),
  /** True if the emails to buyers whose seats are moved are switched on. */
  emails_moves: z.boolean(),
  version,
});
export type Seating = z.infer<typeof Seating>;

const label = z.string().refine((seat) => parseSeatLabel(seat) !== undefined, 'There is no such seat.');

/** The request to save a whole plan. */
export const SaveSeatingBody = z.object({
  layout: z.object({
    rowCount: z
      .int('Enter the number of rows.')
      .min(1)
      .max(maxPlanRows, `A plan can have at most ${maxPlanRows} rows.`),
    hiddenSeats: z.array(label).max(maxHiddenSeats, `You can hide at most ${maxHiddenSeats} seats.`),
    /** Ignored: the server counts the tickets without a seat itself. */
    newSeats: z.int().min(0).optional(),
    fullWidth: z.literal(seatsPerRow, `A row has ${seatsPerRow} seats.`).optional(),
  }),
  assignments: z.record(label, z.union([z.string().max(20), z.int().transform(String)])),
  ticket_pricing: z
    .record(z.string().max(40), z.int().min(0).max(1_000_000, 'A ticket can’t cost more than £10,000.'))
    .default({}),
  /** The marks of special seats; unchanged if left out. */
  marks: z
    .record(label, SeatMark)
    .refine((sent) => Object.keys(sent).length <= maxSeatMarks, `You can mark at most ${maxSeatMarks} seats.`)
    .optional(),
  version: version.optional(),
});
export type SaveSeatingBody = z.infer<typeof SaveSeatingBody>;

/** The saved plan, sent with a 409 conflict. */
export const CurrentSeating = z.object({
  layout: SeatLayout,
  assignments: SeatAssignments,
  marks,
  ticket_pricing: pricing,
  ...currentVersionFields,
});
export type CurrentSeating = z.infer<typeof CurrentSeating>;

export const saveSeating = declareCall('POST', '/members/bookings/seating/:id', {
  body: SaveSeatingBody,
  answers: { 200: z.object({ version }), 409: z.object({ current: CurrentSeating }) },
});

/** The seats of a performance for a box-office sale. */
export const BoxOfficeSeats = z.object({
  rowCount: z.int(),
  hiddenSeats: z.array(z.string()),
  /** The seats that are sold or held. */
  taken: z.array(z.string()),
  /** The marks of special seats, without those of house seats that are already released. */
  marks,
});
export type BoxOfficeSeats = z.infer<typeof BoxOfficeSeats>;

export const getBoxOfficeSeats = declareCall('GET', '/members/api/bookings/seats/:id', {
  answers: { 200: BoxOfficeSeats },
});

/** House seats that are withheld for the same reason and released at the same time. */
export const HouseSeatGroup = z.object({
  performance_id: id,
  seats: z.array(z.string()),
  reason: z.string(),
  /** The number of minutes before the performance at which the seats are released; 0 for never. */
  release: z.int(),
});
export type HouseSeatGroup = z.infer<typeof HouseSeatGroup>;

/** Withholds seats of a performance from visitors, or releases them. */
export const updateHouseSeats = declareCall('POST', '/members/api/bookings/seats/:id/keep', {
  body: z.object({
    /** Seats as typed, "C1–C6, D3", or labels separated by commas. */
    seats: z
      .string()
      .trim()
      .min(1, 'Enter the seats.')
      .max(maxSeatMarks * 6, 'That’s too long. Use ranges such as C1–C6.'),
    reason: singleLine(80, 'Use 80 characters or fewer.').default(''),
    sell: z.enum(['', '1']).default(''),
    release: z.coerce.number().pipe(z.int().min(0).max(maxHouseSeatReleaseMinutes)).default(0),
  }),
});

/** An order whose seats differ from those promised to its buyer. */
export const MovedParty = z.object({
  performance_id: id,
  order_id: id,
  before: z.array(z.string()),
  now: z.array(z.string()),
  /**
   * The time at which the email to the buyer is due, if the buyer gave an address; "" if none is scheduled, or emails
   * about moved seats are switched off.
   */
  leaves_at: z.union([z.literal(''), instant]),
});
export type MovedParty = z.infer<typeof MovedParty>;

const orderBody = z.object({ order_id: id });

/** Sends the email about a party's present seats at once. */
export const sendSeatChangeEmail = declareCall('POST', '/members/api/bookings/seats/:id/tell', { body: orderBody });
/** Dismisses the email about a party's present seats, because the buyer already knows the seats. */
export const dismissSeatChangeEmail = declareCall('POST', '/members/api/bookings/seats/:id/known', { body: orderBody });

/**
 * Returns the content of the seating page of a performance, which is identified by show and date. Embedded planners
 * load it, and open ones load updates of it.
 */
export const getSeatingByShowAndDate = declareCall('GET', '/members/api/seating/:showName/:date', { content: Seating });

/** The performance, as printed pages name it. */
const printed = {
  ...{ title: z.string(), id, show: z.object({ id, title: z.string() }), date: instant },
  cancelled: z.boolean(),
};

/** `/members/bookings/seating/{id}/tickets`: a printable ticket for each order. */
export const PrintedTickets = z.object({
  type: z.literal('printed_tickets'),
  ...printed,
  authors: z.string(),
  assignments: SeatAssignments,
  /** The orders, the earliest first. Each has the code of one of its tickets, with which the door finds the party. */
  orders: z.array(
    z.object({
      ...{ ref: z.string(), name: z.string(), count: z.int(), bought: z.string() },
      ...{ code: z.string(), qr: z.array(z.array(z.boolean())) },
    }),
  ),
  /** The reference of the only order whose ticket is printed; "" for all. */
  only: z.string(),
});

/** `/members/bookings/seating/{id}/wall`: the seating plan with names, to hang on a wall. */
export const WallPlan = z.object({
  type: z.literal('wall_plan'),
  ...printed,
  layout: SeatLayout,
  assignments: SeatAssignments,
  /** The names of the parties, by order reference. */
  names: z.record(z.string(), z.string()),
});

/** `/members/bookings/seating/{id}/rows`: labels for the ends of the rows. */
export const RowLabels = z.object({ type: z.literal('row_labels'), ...printed, layout: SeatLayout });

declare module '#platform/shared/pages.ts' {
  interface Pages {
    seating: Seating;
    printed_tickets: z.infer<typeof PrintedTickets>;
    wall_plan: z.infer<typeof WallPlan>;
    row_labels: z.infer<typeof RowLabels>;
  }
}
