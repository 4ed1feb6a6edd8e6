import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { id, instant } from '#platform/shared/calls/schemas.ts';

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

/** All sales for a show. */
export const SalesResults = z.object({
  showTitle: z.string(),
  /** The number of tickets and their total discounts, by item and price in pence. */
  sums: z.record(z.string(), z.record(z.string(), z.object({ amount: z.int(), discounts: pence }))),
  totals: z.object({
    /** The total paid by card, bank transfer and cheque. */
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
