/** The maximum number of places in one basket: larger parties write to the box office. */
export const maxPartySize = 20;

/** The maximum number of confirmed parties waiting for one show: nobody behind them would get in. */
export const maxWaitingParties = 500;

/** The ways in which a wait can end. */
export type PartyOutcome = 'booked' | 'left' | 'declined' | 'lapsed' | 'removed';

/** "One place", "4 places". */
export const formatPlaces = (count: number): string => (count === 1 ? 'One place' : `${count} places`);

interface PartyWish {
  performances: readonly string[];
  offer?: { performance_id: string } | undefined;
}

/**
 * Returns the parties that wait for a performance or have an offer for it; a party with an offer for another doesn't
 * wait for it any more.
 */
export const filterPartiesByPerformance = <Listed extends PartyWish>(
  parties: readonly Listed[],
  performance: string,
): Listed[] =>
  parties.filter(({ performances, offer }) =>
    offer ? offer.performance_id === performance : performances.includes(performance),
  );

/** The maximum number of offers in a row to unconfirmed parties; after that the places are for others, or on sale. */
export const maxUnconfirmedOffers = 2;
