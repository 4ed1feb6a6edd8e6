export const bookingsPath = '/members/bookings';

/** The performances whose doors somebody can open: the start page of users with door access only. */
export const doorsPath = '/members/door';

/** The door of a performance. */
export const doorPath = (performance: string): string => `${bookingsPath}/door/${performance}`;
