/** A waiting party, and the performances that would suit it, the earliest first. */
export interface Party {
  id: string;
  size: number;
  dates: readonly string[];
}

/**
 * Which parties are offered places, in their order: the first for whom there are enough at one of their performances,
 * then the next. A large party that doesn't fit yet delays nobody behind it, and keeps its place.
 */
export function offersFor<Waiting extends Party>(
  line: readonly Waiting[],
  free: ReadonlyMap<string, number>,
): { party: Waiting; performance: string }[] {
  const left = new Map(free);
  return line.flatMap((party) => {
    const performance = party.dates.find((date) => (left.get(date) ?? 0) >= party.size);
    if (performance === undefined) return [];
    left.set(performance, (left.get(performance) ?? 0) - party.size);
    return [{ party, performance }];
  });
}
