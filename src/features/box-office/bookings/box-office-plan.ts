import type { BoxOfficeSeats } from '#features/box-office/seating/contract.ts';
import type { Plan } from '#features/box-office/seating/plan/plan.ts';

/** Returns a performance's seats for the box office: it may sell house seats too, and sees their reason. */
export function toBoxOfficePlan({ rowCount, hiddenSeats, taken, marks }: BoxOfficeSeats): {
  plan: Plan;
  /** The reason of house seats, by seat. */
  house: Record<string, string>;
  /** Wheelchair spaces that are free, and aren't house seats. */
  spaces: number;
} {
  const gone = new Set(taken);
  const entries = Object.entries(marks);
  return {
    plan: {
      ...{ rowCount, hiddenSeats },
      assignments: Object.fromEntries(taken.map((seat) => [seat, 'others'])),
      marks: Object.fromEntries(entries.map(([seat, mark]) => [seat, { ...mark, reason: '', release: 0 }])),
    },
    house: Object.fromEntries(entries.flatMap(([seat, { reason }]) => (reason === '' ? [] : [[seat, reason]]))),
    spaces: entries.filter(([seat, { kind, reason }]) => kind === 'wheelchair' && reason === '' && !gone.has(seat))
      .length,
  };
}
