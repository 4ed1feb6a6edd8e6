/** Returns the path of the form that joins the waiting list of a performance. */
export const joinWaitingListPath = (performance: string): string => `/tickets/waiting/${performance}`;
/** The path of the page that is shown after joining. */
export const joinedWaitingListPath = '/tickets/waiting/joined';
/** Returns the path of a party's page, with its status and the button to leave. */
export const waitingPartyPath = ({ id, key }: { id: string; key: string }): string => `/tickets/waiting/${id}/${key}`;
/** Returns the path of the page on which a party accepts its offer. */
export const offerPath = ({ id, key }: { id: string; key: string }): string => `/tickets/offer/${id}/${key}`;
