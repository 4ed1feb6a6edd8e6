/** Returns the path to join the waiting list of a performance. */
export const joinWaitingListPath = (performance: string): string => `/tickets/waiting/${performance}`;
/** The path of the confirmation after joining. */
export const joinedPath = '/tickets/waiting/joined';
/** Returns the path on which a party sees its position, and leaves. */
export const partyPath = ({ id, key }: { id: string; key: string }): string => `/tickets/waiting/${id}/${key}`;
/** Returns the path on which a party accepts its offer. */
export const offerPath = ({ id, key }: { id: string; key: string }): string => `/tickets/offer/${id}/${key}`;
