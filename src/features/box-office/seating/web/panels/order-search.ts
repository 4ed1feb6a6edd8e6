import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import { accessNeedLabels } from '#features/box-office/orders/order.ts';
import { fold } from '#platform/shared/text/text.ts';
import { isSeat, type Plan } from '../../plan/plan.ts';

type SearchableOrder = Pick<PerformanceOrder, 'ref' | 'name' | 'note' | 'needs'>;

/**
 * Searches orders by part of the name, reference, note or needs, or by a seat.
 * @returns the predicate for orders, and the seat if the text is a seat label
 */
export function searchOrders(
  typed: string,
  plan: Plan,
): { isMatch: (order: SearchableOrder) => boolean; seat: string | undefined } {
  const words = fold(typed);
  const label = typed.trim().toUpperCase();
  const seat = isSeat(plan, label) ? label : undefined;
  const occupantRef = seat === undefined ? undefined : plan.assignments[seat];
  return {
    seat,
    isMatch: ({ ref, name, note, needs }) =>
      `${ref}` === occupantRef ||
      [name, `${ref}`, note, ...needs.map((need) => accessNeedLabels[need])].some((text) => fold(text).includes(words)),
  };
}
