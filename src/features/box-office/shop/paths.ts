export const shopPath = '/tickets';
export const basketPath = '/tickets/basket';
/** Where tickets for one performance are chosen. */
export const chooseTicketsPath = (performance: string): string => `/tickets/${performance}`;
/** What is left of each performance now, for pages about shows. */
export const availabilityPath = '/tickets/left.json';
/** Where the seats of a basket's tickets are chosen. */
export const seatsPath = (performance: string): string => `/tickets/${performance}/seats`;
/** Where the box office confirms free tickets. */
export const unconfirmedPath = (show: string): string => `/members/bookings?show=${show}#bookings`;
