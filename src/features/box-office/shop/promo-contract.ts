import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { calendarDate, id } from '#platform/shared/calls/schemas.ts';

/** A promo code in the box office's list. */
export const PromoCode = z.object({
  id,
  code: z.string(),
  /** The discount as displayed: "20% off". */
  words: z.string(),
  /** The first and last day on which the code is valid. "" for no limit. */
  first_day: z.string(),
  last_day: z.string(),
  /** The maximum number of orders that may use the code; 0 for any number. */
  most: z.int(),
  /** The number of orders with the code, without cancelled and refunded ones. */
  used: z.int(),
  /** The maximum number of tickets sold with the code; 0 for any number. */
  most_tickets: z.int(),
  used_tickets: z.int(),
  off: z.boolean(),
});
export type PromoCode = z.infer<typeof PromoCode>;

const optionalDay = z.union([z.literal(''), calendarDate], 'Choose a date, or leave this empty.').default('');

const optionalLimit = z
  .string()
  .trim()
  .regex(/^\d{0,4}$/, 'Enter a number up to 9999, or leave this empty.')
  .default('');

const NewPromoCode = z.object({
  show_id: id,
  code: z
    .string()
    .trim()
    .regex(/^[\p{L}\d -]{3,30}$/u, 'Use 3 to 30 letters, numbers, spaces or hyphens.'),
  how: z.enum(['percent', 'pounds'], 'Choose a percentage or an amount.'),
  amount: z.string().trim().max(12),
  first_day: optionalDay,
  last_day: optionalDay,
  /** The maximum numbers of orders and of tickets that may use the code; "" or 0 for any number. */
  most: optionalLimit,
  most_tickets: optionalLimit,
});

const promoCodes = '/members/api/bookings/promo_codes';

export const addPromoCode = declareCall('POST', promoCodes, { body: NewPromoCode });
/** Switches a code off, or on again. Existing bookings keep their discount. */
export const setPromoCodeEnabled = declareCall('POST', `${promoCodes}/:id/switch`, {
  body: z.object({ off: z.enum(['0', '1']) }),
});
