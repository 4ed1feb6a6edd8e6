import type { SeatMarks } from '#features/performances/seat-marks.ts';
import { seatEveryone } from '#features/seating/seat-everyone.ts';
import type { orders } from './orders.ts';
import { numberedMarks, numberedNight, performances } from './performances.ts';

/** Of each night some have just booked, and wait for their seats. */
const waiting = 4;

/** Who sits where on the first night, the last, and the one whose seats are numbered: orders' references by seat, by performance; `refs` are those by the orders' ids. */
export function seats(
  sold: ReturnType<typeof orders>,
  refs: ReadonlyMap<string, number>,
  today: string,
): Map<string, Record<string, string>> {
  const nights = performances(today);
  const of = (night: string) =>
    sold
      .filter(({ sale }) => sale.performance === night)
      .map(({ sale, selling }) => ({
        ref: `${refs.get(sale.id)}`,
        name: selling.body.name,
        count: sale.tickets.length,
        note: selling.body.note,
      }));
  const seated = (night: string, parties: ReturnType<typeof of>, marks: SeatMarks = {}) => {
    const plan = { rowCount: 8, hiddenSeats: [], assignments: {}, marks };
    return [night, { ...seatEveryone(plan, parties, 'front').plan.assignments }] as const;
  };
  // Who buys a numbered seat has it at once
  const numbered = nights[numberedNight]?.id ?? '';
  const [first, last] = [nights[0]?.id ?? '', nights.at(-1)?.id ?? ''];
  return new Map([
    ...[first, last].map((night) => seated(night, of(night).slice(0, -waiting))),
    seated(numbered, of(numbered), numberedMarks),
  ]);
}
