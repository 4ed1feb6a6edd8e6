import { joinWaitingListPath } from '#features/box-office/waiting-list/party.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import type { LiveLabel } from '#platform/shared/pages.ts';
import type { ShopPerformance } from './contract.ts';

type PerformanceSale = Pick<ShopPerformance, 'cancelled' | 'sale' | 'availability' | 'types'>;

/**
 * Returns the reason why a performance can't be booked even if places are left, such as "On sale from Saturday 9
 * January 2027 at 9am". "" if there is none.
 */
export function formatNotOnSaleReason({ cancelled, sale, types }: Omit<PerformanceSale, 'availability'>): string {
  if (cancelled) return 'Cancelled';
  if (sale.is === 'ahead') return `On sale from ${formatDateTime(sale.at)}`;
  if (sale.is === 'over') return 'No longer on sale here';
  return types.length === 0 ? 'Available only from the box office' : '';
}

/**
 * Returns true if visitors can join the waiting list: the performance is on sale, and few or no places are left. While
 * the last places are only held in baskets, visitors should try again instead.
 */
export const canJoinWaitingList = (performance: PerformanceSale): boolean =>
  formatNotOnSaleReason(performance) === '' && ['few', 'out'].includes(performance.availability.state);

/** Returns true if visitors can choose tickets now. */
export const isBookable = (performance: PerformanceSale): boolean =>
  formatNotOnSaleReason(performance) === '' && performance.availability.left > 0;

/** The availability of a performance, as visitors see it. */
export interface Availability {
  /** `held`: the last places are in other visitors' baskets. */
  state: 'plenty' | 'filling' | 'few' | 'held' | 'out';
  left: number;
}

/**
 * If no more than this many places are left, their exact number is shown. In a small hall where more than half of the
 * places are left, it isn't.
 */
const fewPlaces = 10;

interface PlaceCounts {
  total: number;
  /** The total including the places that are withheld from visitors. The default is `total`. */
  hall?: number;
  sold: number;
  held: number;
  /** The held places that are offered to the waiting list. For other visitors, these places count as sold. */
  offered?: number;
}

/** Returns the places that visitors can still choose, and how scarce they are. */
export function calculateAvailability({ total, hall = total, sold, held, offered = 0 }: PlaceCounts): Availability {
  const left = Math.max(0, total - sold - held);
  // If more than half of the places are free, at least one of them is in the better half of the hall, so the state is
  // `plenty`
  if (left > fewPlaces) return { state: left > total / 2 ? 'plenty' : 'filling', left };
  if (left > hall / 2) return { state: 'plenty', left };
  if (left > 0) return { state: 'few', left };
  return { state: sold + offered < total ? 'held' : 'out', left };
}

/** Formats an availability: "Available", "3 tickets left". */
export function formatAvailability({ state, left }: Availability): string {
  if (state === 'plenty') return 'Available';
  if (state === 'filling') return 'Filling up';
  if (state === 'few') return left === 1 ? 'One ticket left' : `${left} tickets left`;
  return state === 'held' ? 'The last tickets are in other people’s baskets' : 'Sold out';
}

/**
 * Returns the label next to a performance's date on pages about a show, such as "Last few". Undefined if the
 * performance isn't on sale here.
 */
export function buildAvailabilityLabel(
  performance: Pick<ShopPerformance, 'id' | 'cancelled' | 'sale' | 'types' | 'availability'>,
): LiveLabel | undefined {
  if (formatNotOnSaleReason(performance) !== '') return undefined;
  const { state } = performance.availability;
  if (state === 'few') return { words: 'Last few', urgent: true };
  if (state === 'held') return { words: 'Last few in baskets', urgent: true };
  const words = formatAvailability(performance.availability);
  return state === 'out'
    ? { words, instead: { href: joinWaitingListPath(performance.id), words: 'Waiting list' } }
    : { words };
}
