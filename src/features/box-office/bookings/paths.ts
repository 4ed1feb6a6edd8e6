export const bookingsPath = '/members/bookings';

/** The path of the list of doors, which is the start page of users with access only to the door. */
export const doorIndexPath = '/members/door';

/** Returns the path of the door of a performance. */
export const doorPath = (performance: string): string => `${bookingsPath}/door/${performance}`;
