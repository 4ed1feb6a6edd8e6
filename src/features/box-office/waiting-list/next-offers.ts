/** A waiting party, and the performances that would suit it, the earliest first. */
export interface OfferCandidate {
  id: string;
  size: number;
  dates: readonly string[];
  /** True if its owner or the box office has confirmed it. */
  isConfirmed: boolean;
}

/**
 * Returns the parties to offer places: the first for whom there are enough at one of their performances, then the next.
 * A large party that doesn't fit yet delays nobody behind it, and keeps its position. Unconfirmed parties come after
 * all others, and get at most `unconfirmedOffers` of each performance.
 */
export function allocateOffers<Waiting extends OfferCandidate>(
  line: readonly Waiting[],
  free: ReadonlyMap<string, number>,
  unconfirmedOffers: ReadonlyMap<string, number> = new Map(),
): { party: Waiting; performance: string }[] {
  const left = new Map(free);
  const offersLeft = new Map(unconfirmedOffers);
  const { confirmed = [], unconfirmed = [] } = Object.groupBy(line, ({ isConfirmed }) =>
    isConfirmed ? 'confirmed' : 'unconfirmed',
  );
  return [...confirmed, ...unconfirmed].flatMap((party) => {
    const mayHave = (date: string) => party.isConfirmed || (offersLeft.get(date) ?? 0) > 0;
    const performance = party.dates.find((date) => (left.get(date) ?? 0) >= party.size && mayHave(date));
    if (performance === undefined) return [];
    left.set(performance, (left.get(performance) ?? 0) - party.size);
    if (!party.isConfirmed) offersLeft.set(performance, (offersLeft.get(performance) ?? 0) - 1);
    return [{ party, performance }];
  });
}
