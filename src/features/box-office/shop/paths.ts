export const shopPath = '/tickets';
export const basketPath = '/tickets/basket';
/** Returns the path to choose tickets for one performance. */
export const chooseTicketsPath = (performance: string): string => `/tickets/${performance}`;
/** The present availability of each performance, for pages about shows. */
export const availabilityPath = '/tickets/left.json';
/** Returns the path to choose the seats of a basket's tickets. */
export const seatsPath = (performance: string): string => `/tickets/${performance}/seats`;
/** Returns the path on which the box office confirms free tickets. */
export const unconfirmedPath = (show: string): string => `/members/bookings?show=${show}#bookings`;
