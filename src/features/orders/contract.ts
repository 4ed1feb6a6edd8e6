import { z } from 'zod';
import { declareCall } from '#platform/shared/calls.ts';
import { id, line } from '#platform/shared/schemas.ts';

const status = z.enum(['paid', 'reserved', 'comp', 'cancelled', 'refunded']);

/** An order for one performance, as the seating planner knows it. */
export const PerformanceOrder = z.object({
  ref: z.int(),
  name: z.string(),
  tickets_count: z.int(),
  note: z.string(),
  /** How many by ticket type. */
  tickets: z.record(z.string(), z.int()),
  email: z.string(),
  order_id: id,
  show_id: id,
  /** "Sat 7th Feb 7:30pm" */
  date: z.string(),
  status,
});
export type PerformanceOrder = z.infer<typeof PerformanceOrder>;

/** An order in the box office's list. */
export const ListedOrder = z.object({
  id,
  ref: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  note: z.string(),
  status,
  source: z.enum(['online', 'phone', 'door', 'import']),
  paid_by: z.enum(['', 'card', 'cash', 'transfer']),
  reason: z.string(),
  /** With the society's offset. */
  created_at: z.string(),
  /** Pence: what its tickets cost, those given back left out. */
  total: z.int(),
  performances: z.array(z.object({ id, tickets: z.record(z.string(), z.int()) })),
});
export type ListedOrder = z.infer<typeof ListedOrder>;

const optional = (max: number) => z.string().trim().max(max, `Keep this to ${max} characters.`).default('');

/** How many of a type, in a field named `tickets_` and the type's id. */
const counts = z.string().trim().max(4);

/** Tickets that the box office sells, gives or keeps for somebody. */
export const SellTickets = z
  .object({
    performance_id: id,
    name: line('Who is it for?', 80),
    email: z.union([z.literal(''), z.email('Enter an email address, such as ann@example.org, or none.')]).default(''),
    phone: optional(40),
    note: optional(300),
    source: z.enum(['phone', 'door']).default('door'),
    how: z.enum(['cash', 'transfer', 'reserved', 'comp'], 'Say how it is paid'),
    reason: optional(120),
  })
  .catchall(counts);
export type SellTickets = z.infer<typeof SellTickets>;

const orders = '/members/api/bookings/orders';

export const sellTickets = declareCall('POST', orders, {
  body: SellTickets,
  once: true,
  answers: { 200: z.object({ id, ref: z.int() }) },
});
/** A reservation that is paid now. */
export const payOrder = declareCall('POST', `${orders}/:id/pay`, {
  body: z.object({ how: z.enum(['cash', 'transfer'], 'Say how it is paid') }),
});
/** Gives back all of an order's places, and what was paid in cash or by transfer. */
export const cancelOrder = declareCall('POST', `${orders}/:id/cancel`);

/** All orders of a show, by performance and id: `{date text: {order_id: order}}`. */
export const ordersOfShow = declareCall('GET', '/members/api/orders/:showName', {
  content: z.record(z.string(), z.record(z.string(), PerformanceOrder)),
});
/** The orders for one performance. */
export const ordersOfPerformance = declareCall('GET', '/members/api/orders/:showName/:date', {
  content: z.array(PerformanceOrder),
});
