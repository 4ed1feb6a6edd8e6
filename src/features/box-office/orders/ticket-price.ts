/** The part of a ticket that its price is made of. */
interface Priced {
  pence: number;
  discount: number;
}

/** What a ticket was sold for. */
export const priceOf = ({ pence, discount }: Priced): number => pence - discount;

/** What tickets were sold for together. */
export const worthOf = (tickets: readonly Priced[]): number =>
  tickets.reduce((sum, ticket) => sum + priceOf(ticket), 0);
