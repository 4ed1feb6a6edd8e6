import { z } from 'zod';
import { parseSeatLabel, sortSeats } from '#features/box-office/performances/seat-labels.ts';
import { maxTicketsPerOrder } from './order.ts';

/** Matches the separators between typed seat labels. */
const labelSeparator = /[\s,;]+/;

/** Seat labels as they are typed, "c5, C6", or an empty text. */
export const seatLabelsField = z
  .string()
  .max(maxTicketsPerOrder * 6)
  .default('')
  .transform((written) => sortSeats(new Set(written.toUpperCase().split(labelSeparator).filter(Boolean))))
  .refine((seats) => seats.every((seat) => parseSeatLabel(seat)), 'Enter seats by row and number, such as C5, C6.');

/** The number of wheelchair spaces; an empty field means none. */
export const wheelchairsField = z
  .string()
  .trim()
  .regex(/^\d?$/, 'Enter how many wheelchair spaces as a number, up to 9.')
  .default('')
  .transform(Number);

/** The requested seats at a performance with numbered seats; ignored for any other. */
export const requestedSeatFields = {
  /** `best`: the best free seats; `plan`: the seats in `chosen_seats`; `later`: no seats yet. */
  seats: z.enum(['best', 'plan', 'later']),
  /** Seat labels, separated by commas. */
  chosen_seats: seatLabelsField,
  wheelchairs: wheelchairsField,
};

/** The seats that somebody requests. */
export interface RequestedSeats {
  seats: 'best' | 'plan' | 'later';
  chosen_seats: readonly string[];
  wheelchairs: number;
}
