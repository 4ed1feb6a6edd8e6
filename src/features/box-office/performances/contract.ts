import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { currentVersionFields, savedVersion } from '#platform/shared/calls/conflict.ts';
import { id, instant, pounds, singleLine, singleLineText, versionField } from '#platform/shared/calls/schemas.ts';
import { maxReleaseMinutes } from './seat-marks.ts';

/** The special properties of a seat: see `seat-marks.ts`. */
export const SeatMark = z.object({
  kind: z.enum(['', 'wheelchair', 'companion', 'restricted']).default(''),
  reason: singleLine(80, 'Use 80 characters or fewer.').default(''),
  release: z.int().min(0).max(maxReleaseMinutes).default(0),
});

const momentOrNone = z.union([instant, z.literal('')]);

/** A performance as visitors see it. */
export const PublicPerformance = z.object({
  id,
  /** With the society's offset. */
  starts_at: instant,
  /** The time at which the doors open; "" if unknown. */
  doors_at: momentOrNone,
  /** A remark, such as "Captioned". */
  notes: z.string(),
  cancelled: z.boolean(),
  /** True once its day has passed. */
  over: z.boolean(),
  /** In the order of the box office's list. Pence. */
  prices: z.array(z.object({ name: z.string(), about: z.string(), pence: z.int() })),
});
export type PublicPerformance = z.infer<typeof PublicPerformance>;

export const TicketType = z.object({
  id,
  name: z.string(),
  about: z.string(),
  pence: z.int(),
  /** The number available; 0 for the number of seats. */
  most: z.int(),
  /** True if only the box office sells it. */
  hidden: z.boolean(),
  /** True if visitors may take no more of these than tickets that cost something, for the same performance. */
  needs_paying_ticket: z.boolean(),
  /** Sent back with a change of it: refused if somebody else changed it since. */
  version: z.int(),
});
export type TicketType = z.infer<typeof TicketType>;

/** A performance as staff who manage bookings see it. */
export const Performance = z.object({
  id,
  /** When it starts, with the society's offset. */
  date: instant,
  /** "Sat 7th Feb 7:30pm": its name in orders and items. */
  date_text: z.string(),
  layout: z.object({
    rowCount: z.int(),
    hiddenSeats: z.array(z.string()),
    /** Tickets that have no seat yet. */
    newSeats: z.int(),
    fullWidth: z.int(),
  }),
  /** Orders' references by seat. */
  seat_assignments: z.record(z.string(), z.string()),
  /** Pence by ticket type. */
  ticket_pricing: z.record(z.string(), z.int()),
  ticket_types: z.array(TicketType),
  /** The maximum number of people. */
  capacity: z.int(),
  /** The expected number of people. */
  sold: z.int(),
  /** 0 if its capacity is that of its plan. */
  own_capacity: z.int(),
  doors_minutes: z.int(),
  /** Minutes before the start at which unpaid tickets are released; 0 for never. */
  release_minutes: z.int(),
  notes: z.string(),
  /** True if visitors buy numbered seats; else they buy places and are seated later. */
  sells_seats: z.boolean(),
  /** With the society's offset; "" for as soon as it is added. */
  on_sale_from: momentOrNone,
  /** "" for until it begins. */
  on_sale_until: momentOrNone,
  cancelled: z.boolean(),
  version: z.int(),
});
export type Performance = z.infer<typeof Performance>;

const performances = '/members/api/bookings/performances/:id';
const ticketTypes = '/members/api/bookings/ticket_types/:id';

/** In the society's local time. */
const localTime = z
  .string({ error: 'Choose a date and time.' })
  .trim()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:00)?$/, 'Choose a date and time.')
  .refine((time) => z.iso.datetime({ local: true }).safeParse(time).success, 'That date or time doesn’t exist.')
  .refine((time) => time >= '1900' && time < '2200', 'Choose a year between 1900 and 2199.')
  .transform((time) => time.slice(0, 16));

/** A typed whole number; an empty field is 0. */
const wholeNumber = (most: number, otherwise: string) =>
  z
    .string()
    .trim()
    .default('')
    .transform((typed) => (typed === '' ? 0 : Number(typed)))
    .pipe(z.int(otherwise).min(0, otherwise).max(most, otherwise));

/** The same if there may be none. Left out, it stays unchanged. */
const localTimeOrNone = z.union([z.literal(''), localTime], 'Choose a date and time, or neither.').optional();

/** "1" once somebody has confirmed the warning: the day is in the past, or buyers will be told that it moves. */
const confirmed = z.enum(['', '1']).default('');

const AddPerformance = z.object({
  datetime: localTime,
  /** The next show, unless one is named. */
  show_id: z.string().default(''),
  confirmed,
});

const ChangePerformance = z.object({
  datetime: localTime,
  doors_minutes: wholeNumber(240, 'Enter the minutes as a number, up to 240.'),
  capacity: wholeNumber(5000, 'Enter how many may come as a number, up to 5,000.'),
  release_minutes: wholeNumber(1440, 'Enter the minutes as a number, up to 1,440.'),
  notes: singleLine(200, 'Use 200 characters or fewer.').default(''),
  confirmed,
  on_sale_from: localTimeOrNone,
  on_sale_until: localTimeOrNone,
  /** "1" if visitors buy numbered seats. Left out, it stays unchanged. */
  sells_seats: z.enum(['', '1']).optional(),
  version: versionField,
});
export type ChangePerformance = z.infer<typeof ChangePerformance>;

/** "1" if it applies to every performance of the show. */
const everywhere = z.enum(['', '1']).default('');

const TicketTypeForm = z.object({
  name: singleLineText('Enter a name for the ticket type.', 40, 'Use 40 characters or fewer.'),
  about: singleLine(120, 'Use 120 characters or fewer.').default(''),
  // The total of a whole party must fit into the ledger
  price: pounds.pipe(z.int().max(1_000_000, 'A ticket can’t cost more than £10,000.')),
  most: wholeNumber(5000, 'Enter how many there are as a number, up to 5,000.'),
  hidden: everywhere,
  /**
   * "1" if it is only sold with a ticket that costs something. Left out, it is for a free type named for companions.
   */
  needs_paying_ticket: z.enum(['', '1']).optional(),
  everywhere,
});
export type TicketTypeForm = z.infer<typeof TicketTypeForm>;

/** A performance as somebody else has saved it in the meantime. */
export const CurrentPerformance = z.object({
  datetime: z.string(),
  doors_minutes: z.int(),
  own_capacity: z.int(),
  release_minutes: z.int(),
  notes: z.string(),
  on_sale_from: z.string(),
  on_sale_until: z.string(),
  sells_seats: z.boolean(),
  cancelled: z.boolean(),
  ...currentVersionFields,
});
export type CurrentPerformance = z.infer<typeof CurrentPerformance>;

/** A ticket type as somebody else has saved it in the meantime. */
export const CurrentTicketType = TicketType.omit({ id: true }).extend(currentVersionFields);
export type CurrentTicketType = z.infer<typeof CurrentTicketType>;

export const addPerformance = declareCall('POST', '/members/api/bookings/add_new_performance', {
  body: AddPerformance,
  once: true,
  answers: { 200: z.object({ id }) },
});
export const changePerformance = declareCall('POST', performances, {
  body: ChangePerformance,
  answers: { 200: savedVersion, 409: z.object({ current: CurrentPerformance }) },
});
export const cancelPerformance = declareCall('POST', `${performances}/cancel`);
export const restorePerformance = declareCall('POST', `${performances}/restore`);
export const deletePerformance = declareCall('DELETE', performances);

export const addTicketType = declareCall('POST', `${performances}/ticket_types`, { body: TicketTypeForm });
export const changeTicketType = declareCall('POST', ticketTypes, {
  body: TicketTypeForm.extend({ version: versionField }),
  answers: { 200: savedVersion, 409: z.object({ current: CurrentTicketType }) },
});
export const removeTicketType = declareCall('POST', `${ticketTypes}/remove`, { body: z.object({ everywhere }) });
