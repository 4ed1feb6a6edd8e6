import { calculateTicketPrice, isGivenAwayTicket } from '#features/box-office/orders/tickets.ts';
import type { PerformanceSalesReport } from './contract.ts';

/** A valid ticket that was sold, reserved or given away. */
export interface ReportedTicket {
  performance_id: string;
  type: string;
  pence: number;
  discount: number;
  status: 'paid' | 'reserved' | 'comp';
  /** The amount refunded for the ticket, which is still valid; in pence. */
  refunded: number;
  /** True if an external shop sold the ticket, and has its money. */
  elsewhere: boolean;
}

/** Tickets of one type and price. */
type SalesLine = PerformanceSalesReport['lines'][number];

/** The part of a performance's sales report that is computed from the valid tickets. */
type PerformanceSales = Omit<
  PerformanceSalesReport,
  'id' | 'date' | 'date_text' | 'cancelled' | 'capacity' | 'retained'
>;

/** The label for money that the society retains. */
export const retainedLabel = 'Retained for returned tickets';

const sumBy = <Item>(items: readonly Item[], getAmount: (item: Item) => number) =>
  items.reduce((total, item) => total + getAmount(item), 0);

/** Returns a ticket's price less its refund, in pence. */
const calculateTicketNet = (ticket: ReportedTicket) => calculateTicketPrice(ticket) - ticket.refunded;

/** Groups tickets by type and price, the dearest first. */
function groupSalesLines(tickets: readonly ReportedTicket[]): SalesLine[] {
  return [...Map.groupBy(tickets, ({ type, pence }) => JSON.stringify([type, pence])).values()]
    .map((alike) => ({
      type: alike[0]?.type ?? '',
      pence: alike[0]?.pence ?? 0,
      count: alike.length,
      discounts: sumBy(alike, ({ discount }) => discount),
      refunds: sumBy(alike, ({ refunded }) => refunded),
      total: sumBy(alike, calculateTicketNet),
    }))
    .sort((one, other) => other.pence - one.pence || (one.type < other.type ? -1 : 1));
}

/** Summarises the sales of a performance. Unpaid tickets aren't sales. */
export function summarisePerformanceSales(tickets: readonly ReportedTicket[]): PerformanceSales {
  const paid = tickets.filter(({ status }) => status === 'paid');
  const comps = tickets.filter(isGivenAwayTicket);
  const reserved = tickets.filter(({ status }) => status === 'reserved');
  const gross = sumBy(paid, ({ pence }) => pence);
  const discounts = sumBy(paid, ({ discount }) => discount);
  const refunds = sumBy(paid, ({ refunded }) => refunded);
  return {
    ...{ sold: tickets.length - comps.length - reserved.length, comps: comps.length, kept: reserved.length },
    ...{ gross, discounts, refunds, net: gross - discounts - refunds },
    elsewhere: sumBy(
      paid.filter(({ elsewhere }) => elsewhere),
      calculateTicketNet,
    ),
    lines: groupSalesLines(tickets.filter(({ status }) => status !== 'reserved')),
  };
}
