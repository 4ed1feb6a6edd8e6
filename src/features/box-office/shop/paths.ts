export const shopPath = '/tickets';
export const basketPath = '/tickets/basket';
/** Returns the path of the page on which visitors choose tickets for a performance. */
export const chooseTicketsPath = (performance: string): string => `/tickets/${performance}`;
/** The path of a JSON file with the current availability of each performance. Pages about shows fetch this file. */
export const availabilityPath = '/tickets/left.json';
/** Returns the path of the page on which visitors choose seats for tickets in their basket. */
export const chooseSeatsPath = (performance: string): string => `/tickets/${performance}/seats`;
/** Returns the path of the tab on which the box office confirms free tickets and releases hoarded places. */
export const bookingsTabPath = (show: string): string => `/members/bookings?show=${show}#bookings`;
