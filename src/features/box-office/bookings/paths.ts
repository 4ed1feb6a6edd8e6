export const bookingsPath = '/members/bookings';

/** The list of doors: the start page of users with access to the door only. */
export const doorsPath = '/members/door';

/** Returns the path of the door of a performance. */
export const doorPath = (performance: string): string => `${bookingsPath}/door/${performance}`;
