import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import { accessNeedLabels } from '#features/box-office/orders/order.ts';
import { fold } from '#platform/shared/text/text.ts';
import { isSeat, type Plan } from '../plan/plan.ts';

type Sought = Pick<PerformanceOrder, 'ref' | 'name' | 'note' | 'needs'>;

/** Finds orders by part of the name, reference, note or needs, or by one of their seats. */
export function orderSearch(
  typed: string,
  plan: Plan,
): { isSought: (order: Sought) => boolean; seat: string | undefined } {
  const words = fold(typed);
  const written = typed.trim().toUpperCase();
  const seat = isSeat(plan, written) ? written : undefined;
  const there = seat === undefined ? undefined : plan.assignments[seat];
  return {
    seat,
    isSought: ({ ref, name, note, needs }) =>
      `${ref}` === there ||
      [name, `${ref}`, note, ...needs.map((need) => accessNeedLabels[need])].some((one) => fold(one).includes(words)),
  };
}
