/** The part of a ticket that its price is made of. */
interface Priced {
  pence: number;
  discount: number;
}

/** Returns the price at which a ticket was sold. */
export const priceOf = ({ pence, discount }: Priced): number => pence - discount;

/** Returns the total price at which tickets were sold. */
export const worthOf = (tickets: readonly Priced[]): number =>
  tickets.reduce((sum, ticket) => sum + priceOf(ticket), 0);

/**
 * Returns true if a ticket is free: its order is given away, or it is a free ticket in a paid order, such as a
 * companion's. It isn't a sale. An external shop's price may be unknown, so its tickets count as sold.
 */
export const isGivenAway = (ticket: Priced & { status: string; elsewhere: boolean }): boolean =>
  ticket.status === 'comp' || (ticket.status === 'paid' && !ticket.elsewhere && priceOf(ticket) === 0);
