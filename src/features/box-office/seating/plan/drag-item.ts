import { type ActionOutcome, moveBlock, moveSeat, placeParty } from './actions.ts';
import { findBlock, type Parties, type Plan } from './plan.ts';

/** The item being moved: an unseated order, the person on one seat, or the block around a seat. */
export type DragItem =
  | { kind: 'order'; ref: string }
  | { kind: 'seat'; from: string }
  | { kind: 'block'; from: string };

/** Drops an item on a seat, by mouse, finger, pen or key. With `instead`, an order displaces the seat's occupants. */
export function dropItem(plan: Plan, parties: Parties, item: DragItem, seat: string, instead = false): ActionOutcome {
  if (item.kind === 'order') return placeParty(plan, parties, { ref: item.ref, seat, instead });
  const path = { from: item.from, to: seat };
  return item.kind === 'seat' ? moveSeat(plan, parties, path) : moveBlock(plan, parties, path);
}

/**
 * Returns the seats that an item would take if it were dropped on a seat; at its origin, the seats that it already has.
 */
export function previewDropSeats(plan: Plan, parties: Parties, item: DragItem, seat: string): readonly string[] {
  if (item.kind !== 'order' && item.from === seat) return item.kind === 'seat' ? [seat] : findBlock(plan, seat);
  const outcome = dropItem(plan, parties, item, seat, true);
  if ('refused' in outcome) return [];
  const ref = item.kind === 'order' ? item.ref : plan.assignments[item.from];
  if (item.kind === 'block') return findBlock(outcome.plan, seat);
  if (item.kind === 'seat') return [seat];
  const gained = Object.keys(outcome.plan.assignments).filter((one) => outcome.plan.assignments[one] === ref);
  return gained.filter((one) => plan.assignments[one] !== ref);
}
