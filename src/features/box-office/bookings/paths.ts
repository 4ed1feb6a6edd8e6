export const bookingsPath = '/members/bookings';

/** The performances whose doors somebody can open: where those who have the door alone begin. */
export const doorsPath = '/members/door';

/** The door of a performance. */
export const doorPath = (performance: string): string => `${bookingsPath}/door/${performance}`;
