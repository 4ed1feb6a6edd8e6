/** The part of a ticket that its price is made of. */
interface SoldPrice {
  pence: number;
  discount: number;
}

/** Returns the price at which a ticket was sold. */
export const calculateTicketPrice = ({ pence, discount }: SoldPrice): number => pence - discount;

/** Returns the total price at which tickets were sold. */
export const sumTicketPrices = (tickets: readonly SoldPrice[]): number =>
  tickets.reduce((sum, ticket) => sum + calculateTicketPrice(ticket), 0);

/**
 * Returns true if a ticket is free: its order is given away, or it is a free ticket in a paid order, such as a
 * companion's. It isn't a sale. An external shop's price may be unknown, so its tickets count as sold.
 */
export const isGivenAway = (ticket: SoldPrice & { status: string; elsewhere: boolean }): boolean =>
  ticket.status === 'comp' || (ticket.status === 'paid' && !ticket.elsewhere && calculateTicketPrice(ticket) === 0);
