/** Where somebody joins the waiting list of a performance. */
export const joinWaitingListPath = (performance: string): string => `/tickets/waiting/${performance}`;
/** What they are shown after that. */
export const joinedPath = '/tickets/waiting/joined';
/** Where a party sees how it stands, and leaves. */
export const partyPath = ({ id, key }: { id: string; key: string }): string => `/tickets/waiting/${id}/${key}`;
/** Where a party takes what it is offered. */
export const offerPath = ({ id, key }: { id: string; key: string }): string => `/tickets/offer/${id}/${key}`;
