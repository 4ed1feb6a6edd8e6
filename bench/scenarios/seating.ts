import { bestSeats } from '#features/seating/best-available.ts';
import type { Party, Plan } from '#features/seating/plan.ts';
import { seatEveryone } from '#features/seating/seat-everyone.ts';
import { medianTime, type Scenario } from '../figures.ts';
import { plannerInABrowser } from '../planner-in-a-browser.ts';

/** Parties for this many seats, the same each time: of one to nine people, every tenth with a need. */
function audience(parties: number, seats: number, seed: number): Party[] {
  let state = seed;
  const dice = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const counts = Array.from({ length: parties }, () => 1);
  for (let left = seats - parties; left > 0; ) {
    const at = Math.floor(dice() * parties);
    const count = counts[at] ?? 9;
    if (count >= 9) continue;
    counts[at] = count + 1;
    left -= 1;
  }
  return counts.map((count, at) => ({
    ref: `${100_000 + at}`,
    name: `Party ${at}`,
    count,
    note: at % 20 === 3 ? 'An aisle seat, please' : at % 20 === 13 ? 'One wheelchair' : '',
  }));
}

const empty = (rowCount: number): Plan => ({ rowCount, hiddenSeats: [], assignments: {} });

const everyone = (parties: number, seats: number) =>
  medianTime(15, async (run) => seatEveryone(empty(seats / 12), audience(parties, seats, run + 1), 'front'));

/** What the browser works out while somebody waits. Every seat is sold, which is the hardest case. */
export const seating: Scenario = {
  title: 'Somebody seats a full house',
  async measure() {
    const hidden = Array.from({ length: 6 }, (_, at) => `A${at + 1}`);
    const taken = [...'BCDEFGHIJK'].flatMap((row, at) =>
      Array.from({ length: at + 1 }, (_, one) => [`${row}${one + 1}`, '1']),
    );
    const hall: Plan = { rowCount: 113, hiddenSeats: hidden, assignments: Object.fromEntries(taken) };
    return [
      { name: '60 orders in 240 seats', value: await everyone(60, 240), unit: 'ms', atMost: 50 },
      { name: '150 orders in 480 seats', value: await everyone(150, 480), unit: 'ms', atMost: 200 },
      {
        name: 'best available of 1,350 seats',
        value: await medianTime(50, async (run) => bestSeats(hall, { count: (run % 8) + 1 })),
        unit: 'ms',
        atMost: 10,
      },
      ...(await plannerInABrowser()),
    ];
  },
};
