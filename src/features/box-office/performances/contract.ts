import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import {
  currentVersionFields,
  id,
  instant,
  penceFromPounds,
  requiredSingleLine,
  savedVersion,
  singleLine,
  versionField,
} from '#platform/shared/calls/schemas.ts';
import { maxHouseSeatReleaseMinutes } from './seats.ts';

/**
 * The maximum number of performances of a show, including cancelled ones. It guards against mistakes; no real run is as
 * long.
 */
export const maxPerformancesPerShow = 200;

/** The special properties of a seat; see `seats.ts`. */
export const SeatMark = z.object({
  kind: z.enum(['', 'wheelchair', 'companion', 'restricted']).default(''),
  reason: singleLine(80, 'Use 80 characters or fewer.').default(''),
  release: z.int().min(0).max(maxHouseSeatReleaseMinutes).default(0),
});

const optionalInstant = z.union([instant, z.literal('')]);

/** A performance as visitors see it. */
export const PublicPerformance = z.object({
  id,
  /** The start, with the society's UTC offset. */
  starts_at: instant,
  /** The time at which the doors open; "" if unknown. */
  doors_at: optionalInstant,
  /** A remark, such as "Captioned". */
  notes: z.string(),
  cancelled: z.boolean(),
  /** True once the day of the performance is over. */
  over: z.boolean(),
  /** The prices of ticket types that visitors can buy, in listed order. */
  prices: z.array(z.object({ name: z.string(), about: z.string(), pence: z.int() })),
});
export type PublicPerformance = z.infer<typeof PublicPerformance>;

export const TicketType = z.object({
  id,
  name: z.string(),
  about: z.string(),
  pence: z.int(),
  /** The maximum number of tickets of this type, sold ones included; 0 if only the capacity limits them. */
  most: z.int(),
  /** True if only the box office sells this type. */
  hidden: z.boolean(),
  /** True if visitors can take only one ticket of this type for each paid ticket for the same performance. */
  needs_paying_ticket: z.boolean(),
  version: z.int(),
});
export type TicketType = z.infer<typeof TicketType>;

/** A performance as staff who manage bookings see it. */
export const Performance = z.object({
  id,
  /** The start of the performance, with the society's UTC offset. */
  date: instant,
  /** "Sat 7th Feb 7:30pm": the key of the performance in orders and in item names. */
  date_text: z.string(),
  layout: z.object({
    rowCount: z.int(),
    hiddenSeats: z.array(z.string()),
    /** The number of tickets without a seat. */
    newSeats: z.int(),
    fullWidth: z.int(),
  }),
  /** Order references by seat label. */
  seat_assignments: z.record(z.string(), z.string()),
  /** Ticket prices in pence, by ticket type. */
  ticket_pricing: z.record(z.string(), z.int()),
  ticket_types: z.array(TicketType),
  capacity: z.int(),
  /** The number of places sold. */
  sold: z.int(),
  /** The capacity as set; 0 if the capacity is the number of seats on the plan. */
  own_capacity: z.int(),
  /** Minutes before the start at which the doors open; 0 if unknown. */
  doors_minutes: z.int(),
  /** Minutes before the start at which unpaid tickets are released; 0 for never. */
  release_minutes: z.int(),
  notes: z.string(),
  /** True if visitors buy numbered seats; otherwise they buy places and are seated later. */
  sells_seats: z.boolean(),
  /** The start of the sale, with the society's UTC offset; "" if the performance is on sale as soon as it is added. */
  on_sale_from: optionalInstant,
  /** The end of the sale, with the society's UTC offset; "" if the performance is on sale until it begins. */
  on_sale_until: optionalInstant,
  cancelled: z.boolean(),
  version: z.int(),
});
export type Performance = z.infer<typeof Performance>;

const performances = '/members/api/bookings/performances/:id';
const ticketTypes = '/members/api/bookings/ticket_types/:id';

/** A date and time in the society's local time, without seconds. */
const localTime = z
  .string({ error: 'Choose a date and time.' })
  .trim()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:00)?$/, 'Choose a date and time.')
  .refine((time) => z.iso.datetime({ local: true }).safeParse(time).success, 'That date or time doesn’t exist.')
  .refine((time) => time >= '1900' && time < '2200', 'Choose a year between 1900 and 2199.')
  .transform((time) => time.slice(0, 16));

/** A whole number that is typed; an empty field is 0. */
const wholeNumber = (max: number, message: string) =>
  z
    .string()
    .trim()
    .default('')
    .transform((typed) => (typed === '' ? 0 : Number(typed)))
    .pipe(z.int(message).min(0, message).max(max, message));

/**
 * A local time, or "" for none. If the field is left out, the time stays unchanged, except that an end of sale moves
 * together with the performance.
 */
const optionalLocalTime = z.union([z.literal(''), localTime], 'Choose a date and time, or neither.').optional();

/** "1" if the user has confirmed that the day is in the past, or that buyers will be notified of a move. */
const confirmed = z.enum(['', '1']).default('');

const NewPerformanceForm = z.object({
  datetime: localTime,
  /** The show's id; "" for the next show. */
  show_id: z.string().default(''),
  confirmed,
});

const PerformanceBody = z.object({
  datetime: localTime,
  doors_minutes: wholeNumber(240, 'Enter the minutes as a number, up to 240.'),
  capacity: wholeNumber(5000, 'Enter the capacity as a number, up to 5,000.'),
  release_minutes: wholeNumber(1440, 'Enter the minutes as a number, up to 1,440.'),
  notes: singleLine(200, 'Use 200 characters or fewer.').default(''),
  confirmed,
  on_sale_from: optionalLocalTime,
  on_sale_until: optionalLocalTime,
  /** "1" if visitors buy numbered seats. If it is left out, the value stays unchanged. */
  sells_seats: z.enum(['', '1']).optional(),
  version: versionField,
});
export type PerformanceBody = z.infer<typeof PerformanceBody>;

/** "1" if the change also applies to the other performances of the show that aren't cancelled. */
const everywhere = z.enum(['', '1']).default('');

const TicketTypeBody = z.object({
  name: requiredSingleLine('Enter a name for the ticket type.', 40, 'Use 40 characters or fewer.'),
  about: singleLine(120, 'Use 120 characters or fewer.').default(''),
  // The total of the largest order must fit into a ledger entry
  price: penceFromPounds.pipe(z.int().max(1_000_000, 'A ticket can’t cost more than £10,000.')),
  most: wholeNumber(5000, 'Enter the number available, up to 5,000.'),
  /** "1" if only the box office sells this type. */
  hidden: z.enum(['', '1']).default(''),
  /**
   * "1" if visitors can take the type only with a paid ticket; ignored for a type with a price. If the field is left
   * out, `isCompanionType` decides.
   */
  needs_paying_ticket: z.enum(['', '1']).optional(),
  everywhere,
});
export type TicketTypeBody = z.infer<typeof TicketTypeBody>;

/** The saved performance, sent with a 409 conflict. */
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

/** The saved ticket type, sent with a 409 conflict. */
export const CurrentTicketType = TicketType.omit({ id: true }).extend(currentVersionFields);
export type CurrentTicketType = z.infer<typeof CurrentTicketType>;

export const addPerformance = declareCall('POST', '/members/api/bookings/add_new_performance', {
  body: NewPerformanceForm,
  once: true,
  answers: { 200: z.object({ id }) },
});
export const changePerformance = declareCall('POST', performances, {
  body: PerformanceBody,
  answers: { 200: savedVersion, 409: z.object({ current: CurrentPerformance }) },
});
export const cancelPerformance = declareCall('POST', `${performances}/cancel`);
export const restorePerformance = declareCall('POST', `${performances}/restore`);
export const deletePerformance = declareCall('DELETE', performances);

export const addTicketType = declareCall('POST', `${performances}/ticket_types`, { body: TicketTypeBody, once: true });
export const changeTicketType = declareCall('POST', ticketTypes, {
  body: TicketTypeBody.extend({ version: versionField }),
  answers: { 200: savedVersion, 409: z.object({ current: CurrentTicketType }) },
});
export const removeTicketType = declareCall('POST', `${ticketTypes}/remove`, { body: z.object({ everywhere }) });
