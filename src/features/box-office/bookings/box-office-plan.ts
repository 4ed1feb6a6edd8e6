import type { BoxOfficeSeats } from '#features/box-office/seating/contract.ts';
import type { Plan } from '#features/box-office/seating/plan/plan.ts';

/** Returns a performance's seats as a plan for the box office, which may sell house seats too. */
export function toBoxOfficePlan({ rowCount, hiddenSeats, taken, marks }: BoxOfficeSeats): {
  plan: Plan;
  /** The reason why each house seat is withheld, by seat. */
  house: Record<string, string>;
  /** The number of free wheelchair spaces that aren't house seats. */
  spaces: number;
} {
  const takenSeats = new Set(taken);
  const entries = Object.entries(marks);
  return {
    plan: {
      ...{ rowCount, hiddenSeats },
      assignments: Object.fromEntries(taken.map((seat) => [seat, 'others'])),
      marks: Object.fromEntries(entries.map(([seat, mark]) => [seat, { ...mark, reason: '', release: 0 }])),
    },
    house: Object.fromEntries(entries.flatMap(([seat, { reason }]) => (reason === '' ? [] : [[seat, reason]]))),
    spaces: entries.filter(
      ([seat, { kind, reason }]) => kind === 'wheelchair' && reason === '' && !takenSeats.has(seat),
    ).length,
  };
}
