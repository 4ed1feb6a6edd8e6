import { z } from 'zod';
import { boxOfficePaymentMethods } from '#features/box-office/orders/order.ts';
import { Performance } from '#features/box-office/performances/contract.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { id, instant, requiredSingleLine } from '#platform/shared/calls/schemas.ts';
import { maxCheckInAgeMs, maxItemsPerDoorRequest, maxNoteAgeMs } from './limits.ts';

/** The arrival of a ticket's holder: the time with the society's UTC offset, and the name of the door. */
export const DoorArrival = z.object({ at: instant, device: z.string() });
export type DoorArrival = z.infer<typeof DoorArrival>;

export const DoorTicket = z.object({
  id,
  /** A hash of the ticket's code, which suffices to recognise the ticket offline, but not to forge it. */
  code: z.string(),
  /** The seat; "" for none. */
  seat: z.string(),
  arrived: DoorArrival.optional(),
  /** The latest check-in after the arrival, which means that the ticket was shown again. */
  again: DoorArrival.optional(),
});
export type DoorTicket = z.infer<typeof DoorTicket>;

/** A party as a device may store it, without a name. */
export const StoredDoorParty = z.object({
  /** The order's id. */
  id,
  ref: z.int(),
  /** The first letter of the name by which the list is sorted. */
  initial: z.string(),
  seats: z.array(z.string()),
  /** True if the party still has to pay something. */
  owes: z.boolean(),
  /** The amount that is due, in pence. */
  due: z.int(),
  /** The price of the order's valid tickets, in pence. */
  price: z.int(),
  /** The part of the price that was refunded, or is being refunded, although the tickets are still valid; in pence. */
  refunded: z.int(),
  /** The amount that the cardholder disputes at the bank, while that is undecided; in pence. */
  disputed: z.int(),
  tickets: z.array(DoorTicket),
});
export type StoredDoorParty = z.infer<typeof StoredDoorParty>;

/**
 * A party with its name and other details, which devices never store. The page holds them in memory, so they are lost
 * if it is reloaded without a network.
 */
export const DoorParty = StoredDoorParty.extend({
  name: z.string(),
  note: z.string(),
  /** Access needs, as they are displayed. */
  needs: z.array(z.string()),
  /** The bought tickets, such as "2 Adult, 1 Child". */
  bought: z.string(),
});
export type DoorParty = z.infer<typeof DoorParty>;

/** Hashes of the codes of returned and cancelled tickets. */
const gone = z.array(z.string());

/**
 * An arrival on a ticket that isn't valid here any more: the ticket was cancelled, returned or moved to another
 * performance, before or after the arrival.
 */
export const InvalidArrival = z.object({
  /** The ticket's id. */
  id,
  ref: z.int(),
  arrived: DoorArrival,
  why: z.enum(['cancelled', 'moved']),
});
export type InvalidArrival = z.infer<typeof InvalidArrival>;

/** The time at which a list was created, by the site's clock. */
const as_of = instant;

export const StoredDoorList = z.object({
  parties: z.array(StoredDoorParty),
  gone,
  invalid_arrivals: z.array(InvalidArrival),
  as_of,
});
export type StoredDoorList = z.infer<typeof StoredDoorList>;

/**
 * Reasons to doubt a note: the booking doesn't exist, or has no tickets for this performance; the performance doesn't
 * have the note's ticket types, or has them at another price; or the time isn't near the performance.
 */
const noteDoubtReasons = ['no_order', 'other_performance', 'other_types', 'other_price', 'other_time'] as const;
export type NoteDoubtReason = (typeof noteDoubtReasons)[number];

/** A note of a payment or a walk-up that was written offline at a door and isn't settled yet. */
export const DoorNote = z.object({
  id: z.string(),
  kind: z.enum(['payment', 'walk_up']),
  how: z.enum(boxOfficePaymentMethods),
  /** The amount in pence, as the device recorded it. */
  pence: z.int(),
  at: instant,
  device: z.string(),
  /** The author's name; "" if the account was deleted. */
  by: z.string(),
  /** The reference of the order that was paid; 0 for a walk-up, and if there is no such order. */
  ref: z.int(),
  name: z.string(),
  /** The amount that is due for the order now, in pence. */
  due: z.int(),
  /** The number of each ticket type, by its id; empty for a payment. */
  tickets: z.record(z.string(), z.int()),
  /** Points to check before the note is confirmed. */
  doubts: z.array(z.enum(noteDoubtReasons)),
});
export type DoorNote = z.infer<typeof DoorNote>;

export const DoorList = StoredDoorList.extend({ parties: z.array(DoorParty), notes: z.array(DoorNote) });
export type DoorList = z.infer<typeof DoorList>;

const DoorPerformance = z.object({
  id,
  show_title: z.string(),
  /** The start of the performance, with the society's UTC offset. */
  date: instant,
  cancelled: z.boolean(),
  /** True if the show is archived: no tickets can be sold, but check-ins are recorded and notes can be settled. */
  archived: z.boolean(),
  /** The time from which devices no longer store the door's page and list. */
  over_at: instant,
  /** The period in which check-ins count. Before and after it, check-ins are only practice. */
  counts: z.object({ from: instant, until: instant }),
  time_zone: z.string(),
});

/** `/members/bookings/door/:id`: the parties of a performance, sorted by name, but without their names. */
export const DoorContent = z.object({
  type: z.literal('door'),
  title: z.string(),
  performance: DoorPerformance,
  ...StoredDoorList.shape,
  /** The performance's ticket types and free places, for sales at the door. */
  sale: Performance,
});
export type DoorContent = z.infer<typeof DoorContent>;

/** `/members/door`: the current and upcoming performances, and those with open notes. */
export const DoorIndexContent = z.object({
  type: z.literal('doors'),
  title: z.string(),
  performances: z.array(z.object({ id, show_title: z.string(), date: instant })),
  /** Performances with open notes, including past ones, with the number of notes. */
  with_notes: z.array(z.object({ id, show_title: z.string(), date: instant, notes: z.int() })),
});
export type DoorIndexContent = z.infer<typeof DoorIndexContent>;

/** `/members/bookings/door/:id/list`: the printed list, with names. */
export const PrintedDoorList = z.object({
  type: z.literal('door_list'),
  title: z.string(),
  performance: DoorPerformance,
  parties: z.array(DoorParty),
});
export type PrintedDoorList = z.infer<typeof PrintedDoorList>;

declare module '#platform/shared/pages.ts' {
  interface Pages {
    door: DoorContent;
    doors: DoorIndexContent;
    door_list: PrintedDoorList;
  }
}

/** A check-in of one ticket, or the undoing of a check-in. The ticket is named by its id or its code. */
const CheckIn = z.object({
  /** An id from the device. A check-in that is sent twice counts once. */
  id: z.string().regex(/^[A-Za-z0-9_-]{16,40}$/),
  ticket: z.union([z.literal(''), id]).default(''),
  code: z.string().max(60).default(''),
  came: z.boolean(),
  /** Milliseconds since the check-in. It isn't a time of day, because devices' clocks differ. */
  waited: z.int().min(0).max(maxCheckInAgeMs),
});
export type CheckIn = z.infer<typeof CheckIn>;

export const CheckInResult = z.object({
  /** The check-in's id. */
  id: z.string(),
  /**
   * For `owes`, `refunded` and `disputed` nothing is recorded: the ticket is valid, but a person decides whether to let
   * its holder in. If they do, the device sends a check-in with the ticket's id.
   */
  outcome: z.enum(['in', 'out', 'already', 'owes', 'refunded', 'disputed', 'other', 'cancelled', 'unknown']),
  /** The order's id; "" if the ticket isn't valid for this performance. */
  party: z.union([z.literal(''), id]),
  ticket: DoorTicket.optional(),
  /** True if nothing was recorded, because it is too early or too late. */
  practice: z.boolean().optional(),
  /** The performance that the ticket is for, if the ticket isn't for this one. */
  other: z.object({ show_title: z.string(), date: instant }).optional(),
});
export type CheckInResult = z.infer<typeof CheckInResult>;

const door = '/members/api/bookings/door/:id';

/**
 * Fetches the parties of a performance with their names, which devices never store. `sale` is the current state of the
 * performance for sales at the door, because other doors sell tickets too and the performance may be cancelled.
 */
export const getDoorList = declareCall('GET', door, { answers: { 200: DoorList.extend({ sale: Performance }) } });

/** Submits check-ins, and the undoing of check-ins. */
export const submitCheckIns = declareCall('POST', door, {
  body: z.object({
    device: z.string().trim().max(40).default(''),
    marks: z.array(CheckIn).min(1).max(maxItemsPerDoorRequest),
  }),
  answers: { 200: z.object({ marked: z.array(CheckInResult) }) },
});

const noteFields = {
  /** An id from the device. A note that is sent twice is stored once. */
  id: z.string().regex(/^[A-Za-z0-9_-]{16,40}$/),
  how: z.enum(boxOfficePaymentMethods),
  pence: z.int().min(0).max(100_000_00),
  waited: z.int().min(0).max(maxNoteAgeMs),
};
export const SubmittedNote = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('payment'), ...noteFields, order: id }),
  z.object({ kind: z.literal('walk_up'), ...noteFields, tickets: z.record(id, z.int().min(1).max(100)) }),
]);
export type SubmittedNote = z.infer<typeof SubmittedNote>;

/** A note that wasn't stored, with the reason. */
const RejectedNote = z.object({ id: z.string(), msg: z.string() });
export type RejectedNote = z.infer<typeof RejectedNote>;

/**
 * Sends notes that were written without a network. This records neither a payment nor a sale yet. An unreadable note is
 * refused without affecting the others.
 */
export const submitNotes = declareCall('POST', `${door}/notes`, {
  body: z.object({
    device: z.string().trim().max(40).default(''),
    notes: z
      .array(z.union([SubmittedNote, z.looseObject({ id: z.string().max(100) })]))
      .min(1)
      .max(maxItemsPerDoorRequest),
  }),
  answers: { 200: z.object({ refused: z.array(RejectedNote) }) },
});

const note = '/members/api/bookings/door/notes/:id';

/** Records the payment of a note in the ledger. */
export const confirmNote = declareCall('POST', `${note}/confirm`, {
  /** The amount due as the user saw it, in pence. */
  body: z.object({ due: z.int().min(0) }),
});
export const dismissNote = declareCall('POST', `${note}/dismiss`, {
  body: z.object({ reason: requiredSingleLine('Say why you’re dismissing the note.', 120) }),
});
