export const bookingsPath = '/members/bookings';

/** The door of a performance. */
export const doorPath = (performance: string): string => `${bookingsPath}/door/${performance}`;
