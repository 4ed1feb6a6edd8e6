import { formatSeatLabel } from '#features/box-office/performances/seats.ts';
import { seatEveryone } from '#features/box-office/seating/engine/seat-everyone.ts';
import type { Party, Plan } from '#features/box-office/seating/plan/plan.ts';
import { findBestSeats } from '#features/box-office/seating/seat-choice.ts';
import { type Figure, measureMedianTime, type Scenario } from '../../figures.ts';
import { measurePlannerInBrowser } from '../../planner-in-a-browser.ts';

function createRandomFraction(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/**
 * Builds parties for this many seats, the same each time for the same seed: one to nine people each. Every tenth party
 * wants an aisle seat or has a wheelchair user.
 */
function buildParties(parties: number, seats: number, seed: number): Party[] {
  const random = createRandomFraction(seed);
  const counts = Array.from({ length: parties }, () => 1);
  for (let left = seats - parties; left > 0; ) {
    const at = Math.floor(random() * parties);
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

const buildEmptyPlan = (rowCount: number): Plan => ({ rowCount, hiddenSeats: [], assignments: {} });

const measureSeatEveryone = (parties: number, seats: number) =>
  measureMedianTime(15, async (run) =>
    seatEveryone(buildEmptyPlan(seats / 12), buildParties(parties, seats, run + 1), 'front'),
  );

/** Returns scattered seats of a hall, the same each time. */
function pickScatteredSeats(rows: number, count: number, seed: number): string[] {
  const seats = Array.from({ length: rows * 12 }, (_, at) =>
    formatSeatLabel({ row: Math.floor(at / 12), number: (at % 12) + 1 }),
  );
  const random = createRandomFraction(seed);
  return Array.from({ length: count }, () => seats.splice(Math.floor(random() * seats.length), 1)[0] ?? '');
}

const sold = (seats: readonly string[]) => Object.fromEntries(seats.map((seat) => [seat, '1']));

/**
 * Measures harder halls: with scattered seats already sold, with many requests for an aisle, with hidden seats, and
 * with the free seats in pieces.
 */
async function measurePartlyFilledHalls(): Promise<Figure[]> {
  const seatAround = async (run: number) => {
    const plan = { ...buildEmptyPlan(20), assignments: sold(pickScatteredSeats(20, 48, run + 1)) };
    return seatEveryone(plan, buildParties(60, 192, run + 1), 'front');
  };
  const onAisles = async (run: number) => {
    const parties = buildParties(60, 240, run + 1);
    const withWishes = parties.map((party, at) => (at % 3 === 0 ? { ...party, note: 'An aisle seat, please' } : party));
    return seatEveryone(buildEmptyPlan(20), withWishes, 'front');
  };
  const around = async (run: number) => {
    const plan = { ...buildEmptyPlan(40), hiddenSeats: pickScatteredSeats(40, 96, run + 1) };
    return seatEveryone(plan, buildParties(150, 384, run + 1), 'front');
  };
  const fragmented = { ...buildEmptyPlan(113), assignments: sold(pickScatteredSeats(113, 540, 7)) };
  const best = async (run: number) => findBestSeats(fragmented, { count: (run % 8) + 1 });
  return [
    {
      name: '60 orders around 48 scattered seats of 240',
      value: await measureMedianTime(15, seatAround),
      unit: 'ms',
      atMost: 50,
    },
    {
      name: '60 orders in 240 seats, a third on the aisle',
      value: await measureMedianTime(15, onAisles),
      unit: 'ms',
      atMost: 50,
    },
    {
      name: '150 orders around 96 hidden seats of 480',
      value: await measureMedianTime(15, around),
      unit: 'ms',
      atMost: 200,
    },
    {
      name: 'best available of 1,356 seats in pieces',
      value: await measureMedianTime(50, best),
      unit: 'ms',
      atMost: 10,
    },
  ];
}

/**
 * Measures the seating that the browser computes while somebody waits, and the planner in a browser. The parties that
 * are seated by computation fill all free seats, which is the hardest case.
 */
export const seatingScenario: Scenario = {
  title: 'Somebody seats a full house',
  async measure() {
    const hidden = Array.from({ length: 6 }, (_, at) => `A${at + 1}`);
    const taken = [...'BCDEFGHIJK'].flatMap((row, at) =>
      Array.from({ length: at + 1 }, (_, one) => [`${row}${one + 1}`, '1']),
    );
    const hall: Plan = { rowCount: 113, hiddenSeats: hidden, assignments: Object.fromEntries(taken) };
    return [
      { name: '60 orders in 240 seats', value: await measureSeatEveryone(60, 240), unit: 'ms', atMost: 50 },
      { name: '150 orders in 480 seats', value: await measureSeatEveryone(150, 480), unit: 'ms', atMost: 200 },
      {
        name: 'best available of 1,350 seats',
        value: await measureMedianTime(50, async (run) => findBestSeats(hall, { count: (run % 8) + 1 })),
        unit: 'ms',
        atMost: 10,
      },
      ...(await measurePartlyFilledHalls()),
      ...(await measurePlannerInBrowser()),
    ];
  },
};
