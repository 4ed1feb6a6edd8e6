/** The maximum size of a party: the number of tickets that fit in a basket. Larger parties write to the box office. */
export const maxPartySize = 20;

/**
 * The maximum number of confirmed parties for one show. More parties would wait in vain, because fewer places than that
 * are returned.
 */
export const maxConfirmedParties = 500;

/** The ways in which a wait can end. */
export type WaitOutcome = 'booked' | 'left' | 'declined' | 'lapsed' | 'removed';

/** Formats a number of places: "One place", "4 places". */
export const formatPlaces = (count: number): string => (count === 1 ? 'One place' : `${count} places`);

interface PartyWish {
  performances: readonly string[];
  offer?: { performance_id: string } | undefined;
}

/**
 * Returns the parties that wait for a performance or have an offer for it. Parties with an offer for another
 * performance are left out.
 */
export const filterPartiesByPerformance = <Listed extends PartyWish>(
  parties: readonly Listed[],
  performance: string,
): Listed[] =>
  parties.filter(({ performances, offer }) =>
    offer ? offer.performance_id === performance : performances.includes(performance),
  );

/**
 * The maximum number of consecutive offers to unconfirmed parties. After these, the places are offered to other parties
 * or put on sale.
 */
export const maxConsecutiveUnconfirmedOffers = 2;

/** The text that a party reads while the payment for its offered places has no outcome. */
export const offerPaymentInProgressMessage =
  'We’re checking whether your card was charged for these places. Don’t pay again: reload the page in a few minutes.';
