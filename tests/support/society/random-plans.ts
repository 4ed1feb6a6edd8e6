import fc from 'fast-check';
import { seatsPerRow } from '#features/box-office/performances/seats.ts';
import { listSeats, type Parties, type Party, type Plan } from '#features/box-office/seating/plan/plan.ts';

export const createParties = (counts: readonly number[], notes: readonly string[] = []): Parties =>
  new Map(
    counts.map((count, at) => {
      const ref = `${100_001 + at}`;
      return [ref, { ref, name: `Party ${at + 1}`, count, note: notes[at] ?? '' } satisfies Party];
    }),
  );

export const createEmptyPlan = (rowCount: number, hiddenSeats: string[] = []): Plan => ({
  rowCount,
  hiddenSeats,
  assignments: {},
});

/** Generates plans with some rows and some hidden seats, and parties, some of them seated. */
export const anyPlan = ({ rows = 4, most = 12, largest = 7 } = {}): fc.Arbitrary<{ plan: Plan; parties: Parties }> =>
  fc
    .record({
      rowCount: fc.integer({ min: 1, max: rows }),
      counts: fc.array(fc.integer({ min: 1, max: largest }), { minLength: 1, maxLength: most }),
      hidden: fc.array(fc.nat(), { maxLength: 8 }),
      seated: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 20 }),
    })
    .map(({ rowCount, counts, hidden, seated }) => {
      const all = listSeats({ rowCount, hiddenSeats: [] });
      const hiddenSeats = [...new Set(hidden.map((at) => all[at % (rowCount * seatsPerRow)] ?? 'A1'))];
      const parties = createParties(counts);
      const there = listSeats({ rowCount, hiddenSeats });
      const left = new Map([...parties.values()].map(({ ref, count }) => [ref, count]));
      const assignments: Record<string, string> = {};
      for (const [seat, party] of seated) {
        const label = there[seat % Math.max(1, there.length)];
        const ref = [...parties.keys()][party % parties.size] ?? '';
        const count = left.get(ref) ?? 0;
        if (label === undefined || count === 0 || assignments[label]) continue;
        assignments[label] = ref;
        left.set(ref, count - 1);
      }
      return { plan: { rowCount, hiddenSeats, assignments }, parties };
    });
