import { z } from 'zod';
import { id, instant } from '#platform/shared/calls/schemas.ts';
import { SeatAssignments, SeatLayout } from './contract.ts';

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
    printed_tickets: z.infer<typeof PrintedTickets>;
    wall_plan: z.infer<typeof WallPlan>;
    row_labels: z.infer<typeof RowLabels>;
  }
}
