import { z } from 'zod';
import { boxOfficePaymentMethods, maxTicketsPerOrder } from '#features/box-office/orders/order.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { id, singleLine } from '#platform/shared/calls/schemas.ts';

/** A manual change to bookings. */
export const BookingChange = z.object({
  id,
  /** The booking's number; 0 if the change created an order. */
  ref: z.int(),
  from_item: z.string(),
  change_quantity: z.int(),
  to_item: z.string(),
  note: z.string(),
  is_reservation: z.boolean(),
  /** The order that was changed or created. */
  order_id: id,
  order_ref: z.int(),
});
export type BookingChange = z.infer<typeof BookingChange>;

const quantity = `Enter a number from 1 to ${maxTicketsPerOrder}.`;

/** A tick box of a form, or a boolean from a program. */
const ticked = z
  .union([z.boolean(), z.enum(['', '0', '1', 'on', 'true', 'false'])])
  .default(false)
  .transform((typed) => typed === true || typed === '1' || typed === 'on' || typed === 'true');

/**
 * True to preview a refund: if the change would refund money, nothing is changed, and the 409 response states the
 * refund to each payment.
 */
const previewsRefund = ticked;

export const AddBookingChangeBody = z.object({
  /** The order's number; empty for a new order. */
  ref_num: z
    .union([z.string(), z.number()])
    .default('')
    .transform((typed) => `${typed}`.trim())
    .pipe(z.string().regex(/^\d{0,9}$/, 'Enter the booking’s reference as a number, or leave this empty.')),
  /** The current performance and type of the tickets; empty to add tickets; the buyer's name for a new order. */
  from_item: z.string().trim().max(200, 'Use 200 characters or fewer.').default(''),
  change_quantity: z
    .union([z.string(), z.number()])
    .default(1)
    .transform((typed) => (typed === '' ? 1 : Number(typed)))
    .pipe(z.int(quantity).min(1, quantity).max(maxTicketsPerOrder, quantity)),
  to_item: z
    .string('Choose a performance and ticket type.')
    .trim()
    .min(1, 'Choose a performance and ticket type.')
    .max(200),
  note: singleLine(300, 'Use 300 characters or fewer.').default(''),
  is_reservation: ticked,
  /**
   * Decides about the price difference if tickets of a paid order are exchanged: `keep` keeps the price, `settle`
   * charges or refunds the difference.
   */
  difference: z.enum(['keep', 'settle'], 'Choose what happens to the difference.').default('keep'),
  /** The payment method for the difference, if the buyer has to pay it. */
  how: z.enum(boxOfficePaymentMethods, 'Choose how the difference is paid.').default('cash'),
  previews_refund: previewsRefund,
});
export type AddBookingChangeBody = Omit<z.infer<typeof AddBookingChangeBody>, 'previews_refund'>;

/**
 * The response if the change would refund money and the refund isn't confirmed yet. Nothing has changed, and the
 * message names the payments that would be refunded. `pence` is the total.
 */
const refundToConfirm = z.object({ needs: z.literal('confirmation'), pence: z.int() });

export const addBookingChange = declareCall('POST', '/members/api/bookings/add_booking_mod', {
  body: AddBookingChangeBody,
  once: true,
  answers: { 200: z.object({ id }), 409: refundToConfirm },
});
export const deleteBookingChange = declareCall('POST', '/members/api/bookings/delete_booking_mod', {
  body: z.object({ id, previews_refund: previewsRefund }),
  answers: { 409: refundToConfirm },
});
