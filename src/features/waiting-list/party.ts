/** As many as one basket holds: larger parties write to the box office. */
export const largestParty = 20;

/** Parties that may wait for one show at a time: nobody behind as many gets in. */
export const longestLine = 500;

/** How somebody's wait ended. */
export type Outcome = 'booked' | 'left' | 'declined' | 'lapsed' | 'removed';

/** "One place", "4 places". */
export const placesInWords = (count: number): string => (count === 1 ? 'One place' : `${count} places`);

interface Waits {
  performances: readonly string[];
  offer?: { performance_id: string } | undefined;
}

/** Those of a line who wait for a performance or are offered it; whoever is offered another waits for it no more. */
export const waitingAt = <Listed extends Waits>(parties: readonly Listed[], performance: string): Listed[] =>
  parties.filter(({ performances, offer }) =>
    offer ? offer.performance_id === performance : performances.includes(performance),
  );
