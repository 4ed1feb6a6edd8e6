import { z } from 'zod';
import { paidAtDesk } from '#features/box-office/orders/order.ts';
import { Performance } from '#features/box-office/performances/contract.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { id, instant, singleLineText } from '#platform/shared/calls/schemas.ts';
import { maxCheckInAgeMs, maxCheckInsPerRequest, maxNoteAgeMs } from './limits.ts';

/** The arrival of the ticket's holder, with the society's offset, and the door. */
export const DoorArrival = z.object({ at: instant, device: z.string() });
export type DoorArrival = z.infer<typeof DoorArrival>;

export const DoorTicket = z.object({
  id,
  /** A hash of its code: enough to recognise it without the network, too little to forge it. */
  code: z.string(),
  /** "" for none. */
  seat: z.string(),
  arrived: DoorArrival.optional(),
  /** The last time that it was shown again after that. */
  again: DoorArrival.optional(),
});
export type DoorTicket = z.infer<typeof DoorTicket>;

/** A party as a device may store it: an initial and a reference, and no name. */
export const StoredDoorParty = z.object({
  /** Its order's. */
  id,
  ref: z.int(),
  /** Of the surname. */
  initial: z.string(),
  seats: z.array(z.string()),
  /** True if something is still to pay. */
  owes: z.boolean(),
  /** Pence to pay. */
  due: z.int(),
  /** Pence that the valid tickets of its order were sold for. */
  price: z.int(),
  /** Pence of that with refunds made or requested although the tickets are still valid. */
  refunded: z.int(),
  /** Pence that the cardholder disputes at their bank, undecided. */
  disputed: z.int(),
  tickets: z.array(DoorTicket),
});
export type StoredDoorParty = z.infer<typeof StoredDoorParty>;

/** A party at the door while there is a network. */
export const DoorParty = StoredDoorParty.extend({
  name: z.string(),
  note: z.string(),
  /** Their access needs, as displayed. */
  needs: z.array(z.string()),
  /** "2 Adult, 1 Child". */
  bought: z.string(),
});
export type DoorParty = z.infer<typeof DoorParty>;

/** Hashes of the codes of returned tickets. */
const gone = z.array(z.string());

/** Somebody who came in with a ticket that is no longer valid for the performance: their device didn't know. */
export const InvalidArrival = z.object({
  /** The ticket's. */
  id,
  ref: z.int(),
  arrived: DoorArrival,
  why: z.enum(['cancelled', 'moved']),
});
export type InvalidArrival = z.infer<typeof InvalidArrival>;

/** When a list was made, by the site's clock. */
const as_of = instant;

export const StoredList = z.object({
  parties: z.array(StoredDoorParty),
  gone,
  invalid_arrivals: z.array(InvalidArrival),
  as_of,
});
export type StoredList = z.infer<typeof StoredList>;

/**
 * Problems of a note: no such booking, or one without tickets for this performance; ticket types that this performance
 * doesn't have; a price that isn't theirs; or a time at which nobody was at this door.
 */
export const noteDoubts = ['no_order', 'other_performance', 'other_types', 'other_price', 'other_time'] as const;
export type NoteDoubt = (typeof noteDoubts)[number];

/** A note that a door wrote without a network, and nobody has settled yet. */
export const DoorNote = z.object({
  id: z.string(),
  kind: z.enum(['payment', 'walk_up']),
  how: z.enum(paidAtDesk),
  /** Pence, as the device knew them. */
  pence: z.int(),
  at: instant,
  device: z.string(),
  /** The author's name; "" if their account is deleted. */
  by: z.string(),
  /** The order that was paid; 0 and "" for a walk-up. */
  ref: z.int(),
  name: z.string(),
  /** Pence that the order has to pay now. */
  due: z.int(),
  /** The number of each ticket type, by its id; empty for a payment. */
  tickets: z.record(z.string(), z.int()),
  /** Points to check before it is confirmed. */
  doubts: z.array(z.enum(noteDoubts)),
});
export type DoorNote = z.infer<typeof DoorNote>;

export const DoorList = StoredList.extend({ parties: z.array(DoorParty), notes: z.array(DoorNote) });
export type DoorList = z.infer<typeof DoorList>;

const DoorPerformance = z.object({
  id,
  show_title: z.string(),
  /** When it begins, with the society's offset. */
  date: instant,
  cancelled: z.boolean(),
  /** The time from which no device stores anything of it. */
  over_at: instant,
  /** When marks count. Before and after, they are practice. */
  counts: z.object({ from: instant, until: instant }),
  time_zone: z.string(),
});

/** `/members/bookings/door/:id`: the parties of a performance, sorted by surname, without their names. */
export const Door = z.object({
  type: z.literal('door'),
  title: z.string(),
  performance: DoorPerformance,
  ...StoredList.shape,
  /** The same performance in the shop. */
  sale: Performance,
});
export type Door = z.infer<typeof Door>;

/** `/members/door`: the performances of today and ahead, and those with open notes. */
export const Doors = z.object({
  type: z.literal('doors'),
  title: z.string(),
  performances: z.array(z.object({ id, show_title: z.string(), date: instant })),
  /** Performances, including past ones, with open notes from the door, and their number. */
  with_notes: z.array(z.object({ id, show_title: z.string(), date: instant, notes: z.int() })),
});
export type Doors = z.infer<typeof Doors>;

/** `/members/bookings/door/:id/list`: the same for paper, with their names. */
export const PrintedDoorList = z.object({
  type: z.literal('door_list'),
  title: z.string(),
  performance: DoorPerformance,
  parties: z.array(DoorParty),
});
export type PrintedDoorList = z.infer<typeof PrintedDoorList>;

declare module '#platform/shared/pages.ts' {
  interface Pages {
    door: Door;
    doors: Doors;
    door_list: PrintedDoorList;
  }
}

/** A mark at the door about one ticket, named by its id or by its code. */
const CheckIn = z.object({
  /** The device's own name for it: sent again under the same, it is done once. */
  id: z.string().regex(/^[A-Za-z0-9_-]{16,40}$/),
  ticket: z.union([z.literal(''), id]).default(''),
  code: z.string().max(60).default(''),
  came: z.boolean(),
  /** Milliseconds since the mark was made: clocks of devices differ. */
  waited: z.int().min(0).max(maxCheckInAgeMs),
});
export type CheckIn = z.infer<typeof CheckIn>;

/** The site's response to a mark. */
export const CheckInResult = z.object({
  /** The mark's. */
  id: z.string(),
  /**
   * `owes`, `refunded` and `disputed` record nothing: the ticket is valid, and somebody decides whether to let its
   * holder in. A mark that names the ticket by its id does.
   */
  outcome: z.enum(['in', 'out', 'already', 'owes', 'refunded', 'disputed', 'other', 'cancelled', 'unknown']),
  /** Its order; "" for none of this performance. */
  party: z.union([z.literal(''), id]),
  ticket: DoorTicket.optional(),
  /** True if nothing was recorded, because it is too early or too late. */
  practice: z.boolean().optional(),
  /** Set for a ticket of another performance: its time and its show. */
  other: z.object({ show_title: z.string(), date: instant }).optional(),
});
export type CheckInResult = z.infer<typeof CheckInResult>;

const door = '/members/api/bookings/door/:id';

/** The parties of a performance, with their names: fetched, and never stored on the device. */
export const doorList = declareCall('GET', door, { answers: { 200: DoorList } });

/** Checks people in, and undoes that. */
export const submitCheckIns = declareCall('POST', door, {
  body: z.object({
    device: z.string().trim().max(40).default(''),
    marks: z.array(CheckIn).min(1).max(maxCheckInsPerRequest),
  }),
  answers: { 200: z.object({ marked: z.array(CheckInResult) }) },
});

const noteFields = {
  /** The device's own name for it: sent again under the same, it is stored once. */
  id: z.string().regex(/^[A-Za-z0-9_-]{16,40}$/),
  how: z.enum(paidAtDesk),
  pence: z.int().min(0).max(100_000_00),
  waited: z.int().min(0).max(maxNoteAgeMs),
};
export const SentNote = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('payment'), ...noteFields, order: id }),
  z.object({ kind: z.literal('walk_up'), ...noteFields, tickets: z.record(id, z.int().min(1).max(100)) }),
]);
export type SentNote = z.infer<typeof SentNote>;

/** A note that wasn't stored, and why. */
const RefusedNote = z.object({ id: z.string(), msg: z.string() });
export type RefusedNote = z.infer<typeof RefusedNote>;

/**
 * Sends notes written without a network. They neither pay nor sell anything. An unreadable note is refused by itself,
 * and the others are stored.
 */
export const sendNotes = declareCall('POST', `${door}/notes`, {
  body: z.object({
    device: z.string().trim().max(40).default(''),
    notes: z
      .array(z.union([SentNote, z.looseObject({ id: z.string().max(100) })]))
      .min(1)
      .max(maxCheckInsPerRequest),
  }),
  answers: { 200: z.object({ refused: z.array(RefusedNote) }) },
});

const note = '/members/api/bookings/door/notes/:id';

/** Records the payment of a note in the ledger. */
export const confirmNote = declareCall('POST', `${note}/confirm`, {
  /** Pence to pay as the person saw it. */
  body: z.object({ due: z.int().min(0) }),
});
export const dismissNote = declareCall('POST', `${note}/dismiss`, {
  body: z.object({ reason: singleLineText('Say why it is dismissed.', 120) }),
});
