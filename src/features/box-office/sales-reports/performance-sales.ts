import { calculateTicketPrice, isGivenAway } from '#features/box-office/orders/ticket-price.ts';

/** A valid ticket that was sold, reserved or given away. */
export interface ReportedTicket {
  performance_id: string;
  type: string;
  pence: number;
  discount: number;
  status: 'paid' | 'reserved' | 'comp';
  /** The refund for it, although it is still valid, in pence. */
  refunded: number;
  /** True if an external shop sold it, and has its money. */
  elsewhere: boolean;
}

/** Tickets of one type and price. */
export interface SoldLine {
  type: string;
  pence: number;
  count: number;
  /** Discounts in pence. */
  discounts: number;
  /** The refunds for them, although they are still valid, in pence. */
  refunds: number;
  /** The price less discounts and refunds. */
  total: number;
}

/** The sales of one performance, in pence. */
export interface PerformanceSales {
  /** Tickets that were paid for. */
  sold: number;
  /** Free tickets: those given away, and free ones in paid orders. */
  comps: number;
  /** Reserved tickets that aren't paid yet. */
  kept: number;
  /** The total of the paid tickets before discounts and refunds. */
  gross: number;
  discounts: number;
  /** Refunds for tickets that are still valid: they reduce the price those were sold for. */
  refunds: number;
  net: number;
  /** The part of the net that another shop sold and holds. */
  elsewhere: number;
  /** Tickets that were paid for or given away, the dearest first. */
  lines: SoldLine[];
}

/** The label for money that the society retains. */
export const retainedLabel = 'Retained for returned tickets';

const sumBy = <Item>(items: readonly Item[], getAmount: (item: Item) => number) =>
  items.reduce((total, item) => total + getAmount(item), 0);

/** Returns a ticket's price less its refund, in pence. */
const calculateTicketNet = (ticket: ReportedTicket) => calculateTicketPrice(ticket) - ticket.refunded;

/** Groups tickets by type and price, the dearest first. */
export function groupSalesLines(tickets: readonly ReportedTicket[]): SoldLine[] {
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
  const comps = tickets.filter(isGivenAway);
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
