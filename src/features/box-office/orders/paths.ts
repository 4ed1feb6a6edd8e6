/** What happened to orders without anybody here, and somebody has to look at. */
export const bookingIssuesPath = '/members/bookings/attention';

/** Where one order is looked after. */
export const orderPath = (id: string): string => `/members/bookings/order/${id}`;
