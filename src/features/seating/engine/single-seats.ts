import { placeOf, seatsInWords } from '#features/performances/seat-labels.ts';
import type { Plan } from '../plan/plan.ts';
import { freeSeatsOf, singlesIn, take } from './free-seats.ts';

/** The free seats that a choice of seats would newly leave alone. */
export function leftAlone(plan: Plan, chosen: readonly string[]): string[] {
  const vacancies = freeSeatsOf(plan);
  const before = new Set(singlesIn(vacancies));
  for (const label of chosen) {
    const at = placeOf(label);
    if (at && at.row < vacancies.rows) take(vacancies, at, 1);
  }
  return singlesIn(vacancies).filter((label) => !before.has(label));
}

/** The free seats that are alone in the one plan and weren't in the other: what a step has left so, whichever it was. */
export function aloneSince(before: Plan, after: Plan): string[] {
  const were = new Set(singlesIn(freeSeatsOf(before)));
  return singlesIn(freeSeatsOf(after)).filter((label) => !were.has(label));
}

/** "C2 is left alone.", to warn of it; "" where no seat is. */
export const aloneInWords = (alone: readonly string[]): string =>
  alone.length === 0 ? '' : `${seatsInWords(alone)} ${alone.length === 1 ? 'is' : 'are'} left alone.`;
