/** What visitors are told of the places that are left. */
export interface Availability {
  /** `held`: there are some, but others are choosing the last of them just now. */
  state: 'plenty' | 'few' | 'held' | 'out';
  left: number;
}

/** So few that it is said how many. */
const few = 10;

interface Places {
  total: number;
  sold: number;
  held: number;
  /** Of those that are held, how many for parties of the waiting list: as good as sold to whoever comes by. */
  offered?: number;
}

/** How many places are left to choose, of all that there are. */
export function availabilityOf({ total, sold, held, offered = 0 }: Places): Availability {
  const left = Math.max(0, total - sold - held);
  if (left > few) return { state: 'plenty', left };
  if (left > 0) return { state: 'few', left };
  return { state: sold + offered < total ? 'held' : 'out', left };
}

/** "Plenty of places", "3 places left". */
export function availabilityInWords({ state, left }: Availability): string {
  if (state === 'plenty') return 'Tickets available';
  if (state === 'few') return left === 1 ? 'One place left' : `${left} places left`;
  return state === 'held' ? 'The last places are in other people’s baskets' : 'Sold out';
}
