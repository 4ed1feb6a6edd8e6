/** The fields that a ticket's price is calculated from, in pence. */
interface SoldPrice {
  pence: number;
  discount: number;
}

/** Returns the price at which a ticket was sold, in pence. */
export const calculateTicketPrice = ({ pence, discount }: SoldPrice): number => pence - discount;

/** Returns the total price at which tickets were sold, in pence. */
export const sumTicketPrices = (tickets: readonly SoldPrice[]): number =>
  tickets.reduce((sum, ticket) => sum + calculateTicketPrice(ticket), 0);

/**
 * Returns true if a ticket counts as given away: its order is complimentary, or it is a free ticket in a paid order,
 * such as a companion's. Such a ticket isn't a sale. Tickets from an external shop always count as sold, because their
 * price may be unknown.
 */
export const isGivenAway = (ticket: SoldPrice & { status: string; elsewhere: boolean }): boolean =>
  ticket.status === 'comp' || (ticket.status === 'paid' && !ticket.elsewhere && calculateTicketPrice(ticket) === 0);
