export const bookingsPath = '/members/bookings';

/** The path of the list of doors, which is the start page of users with access only to the door. */
export const doorIndexPath = '/members/door';

export const doorPath = (performance: string): string => `${bookingsPath}/door/${performance}`;
