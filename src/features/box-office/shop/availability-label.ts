import { joinWaitingListPath } from '#features/box-office/waiting-list/paths.ts';
import type { LiveLabel } from '#platform/shared/live-labels.ts';
import { formatAvailability } from './availability.ts';
import type { ShopPerformance } from './contract.ts';
import { saleStatusLabel } from './sale-status.ts';

/**
 * Returns the label next to a performance's date on pages about a show: "Last few". Undefined if it isn't on sale here.
 */
export function availabilityLabel(
  performance: Pick<ShopPerformance, 'id' | 'cancelled' | 'sale' | 'types' | 'availability'>,
): LiveLabel | undefined {
  if (saleStatusLabel(performance) !== '') return undefined;
  const { state } = performance.availability;
  if (state === 'few' || state === 'held') return { words: 'Last few', urgent: true };
  const words = formatAvailability(performance.availability);
  return state === 'out'
    ? { words, instead: { href: joinWaitingListPath(performance.id), words: 'Waiting list' } }
    : { words };
}
