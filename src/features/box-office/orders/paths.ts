/** The page of automatic changes of orders that somebody has to look at. */
export const bookingIssuesPath = '/members/bookings/attention';

/** Returns the path of the page that manages one order. */
export const orderPath = (id: string): string => `/members/bookings/order/${id}`;
