/** The availability of a performance for visitors. */
export interface Availability {
  /** `held`: some places are left, but other visitors' baskets hold the last of them. */
  state: 'plenty' | 'filling' | 'few' | 'held' | 'out';
  left: number;
}

/** At this number or fewer, the number itself is shown: unless that is most of a small hall. */
const fewPlaces = 10;

interface PlaceCounts {
  total: number;
  /** Total including the places withheld from visitors; defaults to `total`. */
  hall?: number;
  sold: number;
  held: number;
  /** The number of held places offered to the waiting list: for other visitors they count as sold. */
  offered?: number;
}

/** Calculates the number of places left to choose from, of all. */
export function calculateAvailability({ total, hall = total, sold, held, offered = 0 }: PlaceCounts): Availability {
  const left = Math.max(0, total - sold - held);
  // With more than half free, some of the better half must be free
  if (left > fewPlaces) return { state: left > total / 2 ? 'plenty' : 'filling', left };
  if (left > hall / 2) return { state: 'plenty', left };
  if (left > 0) return { state: 'few', left };
  return { state: sold + offered < total ? 'held' : 'out', left };
}

/** "Available", "3 tickets left". */
export function formatAvailability({ state, left }: Availability): string {
  if (state === 'plenty') return 'Available';
  if (state === 'filling') return 'Filling up';
  if (state === 'few') return left === 1 ? 'One ticket left' : `${left} tickets left`;
  return state === 'held' ? 'The last tickets are in other people’s baskets' : 'Sold out';
}
