export const shopPath = '/tickets';
export const basketPath = '/tickets/basket';
/** Where tickets for one performance are chosen. */
export const choosePath = (performance: string): string => `/tickets/${performance}`;
/** What is left of each performance just now, for pages that tell of them. */
export const leftPath = '/tickets/left.json';
/** Where the seats of tickets that a basket holds are chosen. */
export const seatsPath = (performance: string): string => `/tickets/${performance}/seats`;
