import { formatDateTime } from '#platform/shared/dates/dates.ts';
import type { ShopPerformance } from './contract.ts';

type PerformanceSale = Pick<ShopPerformance, 'cancelled' | 'sale' | 'availability' | 'types'>;

/**
 * Returns the reason why nothing can be booked, independent of availability: "On sale from Saturday 9 January 2027 at
 * 9am". "" if it can.
 */
export function saleStatusLabel({ cancelled, sale, types }: Omit<PerformanceSale, 'availability'>): string {
  if (cancelled) return 'Cancelled';
  if (sale.is === 'ahead') return `On sale from ${formatDateTime(sale.at)}`;
  if (sale.is === 'over') return 'No longer on sale here';
  return types.length === 0 ? 'Available only from the box office' : '';
}

/**
 * Returns true if visitors can join the waiting list: it is on sale, and few or no places are left. Places in baskets
 * may be released.
 */
export const canJoinWaitingList = (performance: PerformanceSale): boolean =>
  saleStatusLabel(performance) === '' && ['few', 'out'].includes(performance.availability.state);

/** Returns true if visitors can choose tickets now. */
export const isBookable = (performance: PerformanceSale): boolean =>
  saleStatusLabel(performance) === '' && performance.availability.left > 0;
