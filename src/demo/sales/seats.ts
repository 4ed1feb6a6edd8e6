import type { SeatMarks } from '#features/box-office/performances/seat-marks.ts';
import { seatEveryone } from '#features/box-office/seating/engine/seat-everyone.ts';
import { buildDemoPerformances, numberedPerformanceIndex, numberedSeatMarks } from './performances.ts';

/** The number of parties at each performance that have just booked and have no seats yet. */
const waiting = 4;

/** A party for one performance; parties are listed in the order of booking. */
interface Party {
  performance: string;
  ref: string;
  name: string;
  note: string;
  count: number;
}

/**
 * Seats the parties of the first performance, the last, and the one with numbered seats. Returns the orders' references
 * by seat, for each performance.
 */
export function assignDemoSeats(parties: readonly Party[], today: string): Map<string, Record<string, string>> {
  const nights = buildDemoPerformances(today);
  const of = (night: string) => parties.filter(({ performance }) => performance === night);
  const seated = (night: string, own: readonly Party[], marks: SeatMarks = {}) => {
    const plan = { rowCount: 8, hiddenSeats: [], assignments: {}, marks };
    return [night, { ...seatEveryone(plan, own, 'front').plan.assignments }] as const;
  };
  // A numbered seat is assigned as soon as it is bought
  const numbered = nights[numberedPerformanceIndex]?.id ?? '';
  const [first, last] = [nights[0]?.id ?? '', nights.at(-1)?.id ?? ''];
  return new Map([
    ...[first, last].map((night) => seated(night, of(night).slice(0, -waiting))),
    seated(numbered, of(numbered), numberedSeatMarks),
  ]);
}
