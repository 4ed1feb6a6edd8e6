export const shopPath = '/tickets';
export const basketPath = '/tickets/basket';
/** Where tickets for one performance are chosen. */
export const choosePath = (performance: string): string => `/tickets/${performance}`;
/** Where the seats of tickets that a basket holds are chosen. */
export const seatsPath = (performance: string): string => `/tickets/${performance}/seats`;
