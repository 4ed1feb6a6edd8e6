export const bookingsPath = '/members/bookings';

/** The path of the list of doors. Users with access only to the door find it in their navigation. */
export const doorIndexPath = '/members/door';

export const doorPath = (performance: string): string => `${bookingsPath}/door/${performance}`;
