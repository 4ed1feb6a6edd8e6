import { formatSeats, parseSeatLabel } from '#features/box-office/performances/seat-labels.ts';
import type { Plan } from '../plan/plan.ts';
import { findOrphanSeats, freeSeatsOf, setAvailability } from './free-seats.ts';

/** Finds the free seats that a choice of seats would newly leave alone. */
export function findOrphansCausedBy(plan: Plan, chosen: readonly string[]): string[] {
  const vacancies = freeSeatsOf(plan);
  const before = new Set(findOrphanSeats(vacancies));
  for (const label of chosen) {
    const at = parseSeatLabel(label);
    if (at && at.row < vacancies.rows) setAvailability(vacancies, at, 1);
  }
  return findOrphanSeats(vacancies).filter((label) => !before.has(label));
}

/** Returns the free seats that are orphans in the second plan and weren't in the first. */
export function findNewOrphans(before: Plan, after: Plan): string[] {
  const were = new Set(findOrphanSeats(freeSeatsOf(before)));
  return findOrphanSeats(freeSeatsOf(after)).filter((label) => !were.has(label));
}

/** "This leaves C2 as a single seat.", as a warning; "" if no seat is. */
export const formatOrphanSeats = (alone: readonly string[]): string =>
  alone.length === 0
    ? ''
    : `This leaves ${formatSeats(alone)} as ${alone.length === 1 ? 'a single seat' : 'single seats'}.`;
