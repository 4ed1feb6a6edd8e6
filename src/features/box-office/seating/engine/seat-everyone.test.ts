import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupAdjacentSeats, parseSeatLabel, type SeatMarks } from '#features/box-office/performances/seats.ts';
import { anyPlan, createEmptyPlan, createParties } from '#tests/support/society/random-plans.ts';
import {
  countUnseatedTickets,
  isSeat,
  listOrderSeats,
  listSeats,
  type Parties,
  type Party,
  type Plan,
} from '../plan/plan.ts';
import { findBestSeats } from '../seat-choice.ts';
import {
  countOrphanSeats,
  findFreeSeats,
  findOrphanSeatsCausedByChoice,
  listCandidates,
  listFreeRuns,
} from './free-seats.ts';
import {
  formatPartyRequests,
  getPartyProximity,
  noSeatingNeeds,
  scoreUnmetNeeds,
  toSeatingNeeds,
} from './party-requests.ts';
import { formatUnseatedParties, listPartiesWithoutWheelchairSpace, seatEveryone } from './seat-everyone.ts';

const seatedAll = (plan: Plan, parties: Parties) => seatEveryone(plan, parties.values(), 'front');
const isTogether = (plan: Plan, ref: string) => groupAdjacentSeats(listOrderSeats(plan, ref)).length <= 1;
const rowOf = (letter: string) => Array.from({ length: 12 }, (_, at) => `${letter}${at + 1}`);
const freeSeats = (plan: Plan) => listFreeRuns(findFreeSeats(plan)).reduce((sum, { length }) => sum + length, 0);

test('seating everyone moves nobody, skips held seats, gives no seat twice and leaves nobody out while seats are free', () => {
  fc.assert(
    fc.property(anyPlan({ rows: 5, most: 16 }), fc.array(fc.nat(), { maxLength: 6 }), ({ plan, parties }, holds) => {
      const free = listSeats(plan).filter((seat) => plan.assignments[seat] === undefined);
      const held = [...new Set(holds.flatMap((at) => free[at % free.length] ?? []))];
      const { plan: then, choices, left } = seatEveryone(plan, parties.values(), 'front', held);
      for (const seat of held) expect(then.assignments[seat]).toBe(undefined);
      expect(new Set(choices.map(({ ref }) => ref)).size).toBe(choices.length);
      for (const [seat, ref] of Object.entries(plan.assignments)) expect(then.assignments[seat]).toBe(ref);
      const given = choices.flatMap(({ seats }) => seats);
      expect(new Set(given).size).toBe(given.length);
      for (const seat of given) {
        expect(plan.assignments[seat]).toBe(undefined);
        expect(isSeat(plan, seat)).toBe(true);
      }
      const still = [...parties.values()].reduce(
        (sum, party) => sum + Math.max(0, countUnseatedTickets(then, party)),
        0,
      );
      expect([...parties.values()].every((party) => countUnseatedTickets(then, party) >= 0)).toBe(true);
      expect(left.reduce((sum, { count }) => sum + count, 0)).toBe(still);
      if (still > 0) expect(freeSeats(then)).toBe(held.length);
    }),
    { numRuns: 300 },
  );
});

/**
 * Tries all arrangements. Returns the smallest possible number of split parties, and the smallest number of orphan
 * seats among the arrangements with that number.
 */
function triedOut(runs: number[], sizes: readonly number[]): { parted: number; singles: number } {
  const known = new Map<string, { parted: number; singles: number }>();
  const go = (free: number[], at: number): { parted: number; singles: number } => {
    const size = sizes[at];
    if (size === undefined) return { parted: 0, singles: free.filter((length) => length === 1).length };
    const key = `${at}:${free.toSorted((a, b) => a - b)}`;
    const before = known.get(key);
    if (before) return before;
    const without = go(free, at + 1);
    let best = { ...without, parted: without.parted + 1 };
    for (const [run, length] of free.entries()) {
      // Tries every offset in the run, not only its ends
      for (let offset = 0; offset + size <= length; offset++) {
        const then = go([...free.toSpliced(run, 1), offset, length - offset - size].filter(Boolean), at + 1);
        if (then.parted < best.parted || (then.parted === best.parted && then.singles < best.singles)) best = then;
      }
    }
    known.set(key, best);
    return best;
  };
  return go(runs, 0);
}

test('in small halls, “Seat everyone” splits the fewest parties and, if it splits none, leaves the fewest orphan seats', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 3 }),
      fc.array(fc.integer({ min: 0, max: 35 }), { maxLength: 10 }),
      (counts, rows, holes) => {
        const hidden = [...new Set(holes)]
          .filter((at) => at < rows * 12)
          .map((at) => `${'ABC'[Math.floor(at / 12)]}${(at % 12) + 1}`);
        const plan = createEmptyPlan(rows, hidden);
        const parties = createParties(counts);
        fc.pre(counts.reduce((sum, count) => sum + count, 0) <= freeSeats(plan));
        const runs = listFreeRuns(findFreeSeats(plan)).map(({ length }) => length);
        const best = triedOut(
          runs,
          counts.toSorted((a, b) => b - a),
        );
        const then = seatedAll(plan, parties).plan;
        const parted = [...parties.keys()].filter((ref) => !isTogether(then, ref)).length;
        expect(parted).toBe(best.parted);
        if (parted === 0) expect(countOrphanSeats(findFreeSeats(then))).toBe(best.singles);
      },
    ),
    { numRuns: 400 },
  );
});

test('no party that “Seat everyone” seats together would leave fewer orphan seats in another place', () => {
  fc.assert(
    fc.property(anyPlan({ rows: 5, most: 14 }), ({ plan: { rowCount, hiddenSeats }, parties }) => {
      const plan = createEmptyPlan(rowCount, [...hiddenSeats]);
      const { plan: then, choices } = seatedAll(plan, parties);
      for (const { ref, seats } of choices) {
        if (!isTogether(then, ref)) continue;
        const others = {
          ...then,
          assignments: Object.fromEntries(Object.entries(then.assignments).filter(([, one]) => one !== ref)),
        };
        const found = listCandidates(findFreeSeats(others), seats.length, {
          needs: noSeatingNeeds,
          preference: 'front',
        });
        const at = parseSeatLabel(seats[0] ?? '');
        const now = found.find(({ row, number }) => row === at?.row && number === at.number)?.orphanSeats ?? 0;
        expect(now).toBeLessThanOrEqual(Math.min(...found.map(({ orphanSeats: singles }) => singles)));
      }
    }),
    { numRuns: 200 },
  );
});

test('recorded needs and wishes are met if the party can sit together, and the reason says so', () => {
  const [knee = none, hears = none] = [...createParties([3, 2]).values()];
  const asking: Party[] = [
    { ...knee, wishes: ['aisle'] },
    { ...hears, needs: ['loop'] },
  ];
  const { plan, choices } = seatEveryone(createEmptyPlan(8), asking, 'front');
  for (const party of asking) {
    const at = parseSeatLabel(listOrderSeats(plan, party.ref)[0] ?? '') ?? { row: 9, number: 1 };
    expect(scoreUnmetNeeds(toSeatingNeeds(party), at, party.count, findFreeSeats(plan))).toBe(0);
  }
  expect(choices.find(({ ref }) => ref === knee.ref)?.says).toContain('as the booking asks (aisle)');
});

const none: Party = { ref: '', name: '', count: 1, note: '' };
const mark = (kind: 'wheelchair' | 'companion') => ({ kind, reason: '', release: 0 });

test('a party’s note doesn’t affect its seats, and the reason quotes the note', () => {
  const seated = (notes: string[]) =>
    seatEveryone(createEmptyPlan(8), createParties([2, 3, 1], notes).values(), 'front');
  const noted = seated(['Back row, please', 'A wheelchair', 'It is her birthday']);
  expect(noted.plan.assignments).toEqual(seated([]).plan.assignments);
  const says = (ref: string) => noted.choices.find((choice) => choice.ref === ref)?.says;
  expect(says('100001')).toContain('Their note may ask for back rows, which nobody has confirmed: “Back row, please”.');
  expect(says('100003')).toContain('Please read their note: “It is her birthday”.');
});

test('a wheelchair party gets a wheelchair space with its companion seat, or stays unseated if there is none', () => {
  const [first = none, second = none] = [...createParties([2, 2]).values()];
  const ticked: Party = { ...first, needs: ['wheelchair', 'companion'] };
  const marks: SeatMarks = { F1: mark('wheelchair'), F2: mark('companion') };
  const { plan, choices } = seatEveryone({ ...createEmptyPlan(8), marks }, [ticked, second], 'front');
  expect(listOrderSeats(plan, first.ref)).toEqual(['F1', 'F2']);
  expect(choices[0]?.says).toBe('F1, F2, the wheelchair space that the booking asks for.');
  expect(formatPartyRequests(ticked)).toBe('wheelchair, companion');
  const unmarked = seatEveryone(createEmptyPlan(8), [ticked, second], 'front');
  expect(listOrderSeats(unmarked.plan, ticked.ref)).toEqual([]);
  expect(listOrderSeats(unmarked.plan, second.ref).length).toBe(2);
  expect(unmarked.left).toEqual([{ ref: ticked.ref, name: ticked.name, count: 2, needs: 'space' }]);
  expect(listPartiesWithoutWheelchairSpace(createEmptyPlan(8), [ticked, second])).toEqual([ticked]);
});

test('only rows with visible seats count for a wish for the back and a need for step-free access', () => {
  const hidden = [...'MNOPQRST'].flatMap(rowOf);
  const party: Party = { ...none, ref: '1', name: 'Bell', count: 2, wishes: ['back'] };
  for (const preference of ['front', 'back'] as const) {
    const { plan, choices } = seatEveryone(createEmptyPlan(20, hidden), [party], preference);
    expect(listOrderSeats(plan, '1').every((seat) => /^[JKL]/.test(seat))).toBe(true);
    expect(choices[0]?.says).toContain('as the booking asks (back)');
  }
  const front = seatEveryone(
    createEmptyPlan(6, [...rowOf('A'), ...rowOf('B')]),
    [{ ...party, wishes: [], needs: ['steps'] }],
    'back',
  );
  expect(listOrderSeats(front.plan, '1').every((seat) => seat.startsWith('C'))).toBe(true);
});

test('parties that want to sit together do so, and the reason names a missing party', () => {
  const [first = none, second = none, third = none] = [...createParties([4, 3, 2]).values()];
  const asking: Party[] = [first, second, { ...third, nextTo: [first.ref, '999'] }];
  const { plan, choices } = seatEveryone(createEmptyPlan(4), asking, 'front');
  expect(getPartyProximity(listOrderSeats(plan, first.ref), listOrderSeats(plan, third.ref))).toBe('beside');
  const says = (ref: string) => choices.find((choice) => choice.ref === ref)?.says;
  expect(says(third.ref)).toContain('Next to Party 1, as asked.');
  expect(says(first.ref)).toContain('Next to Party 3, as asked.');
  expect(says(third.ref)).toContain(
    'Next to booking 999 wasn’t possible: that booking has no tickets for this performance.',
  );
});

test('parties that want to sit together but don’t fit in one row sit one behind the other', () => {
  const [first = none, second = none] = [...createParties([8, 8]).values()];
  const { plan, choices } = seatEveryone(createEmptyPlan(5), [{ ...first, nextTo: [second.ref] }, second], 'front');
  expect(getPartyProximity(listOrderSeats(plan, first.ref), listOrderSeats(plan, second.ref))).toBe('behind');
  expect(choices[0]?.says).toContain('the two parties couldn’t be seated side by side');
});

test('wishes to sit together cause no additional split parties and no additional unseated people', () => {
  const wishes = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 6 });
  fc.assert(
    fc.property(anyPlan({ rows: 5, most: 12 }), wishes, ({ plan, parties }, pairs) => {
      const all = [...parties.values()];
      const asking = all.map((party, at): Party => {
        const nextTo = pairs.flatMap(([from, to]) =>
          from % all.length === at ? (all[to % all.length]?.ref ?? []) : [],
        );
        return { ...party, nextTo };
      });
      const [before, then] = [seatEveryone(plan, all, 'front'), seatEveryone(plan, asking, 'front')];
      const parted = ({ plan: seated }: typeof then) => all.filter(({ ref }) => !isTogether(seated, ref)).length;
      expect(parted(then)).toBeLessThanOrEqual(parted(before));
      expect(Object.keys(then.plan.assignments).length).toBe(Object.keys(before.plan.assignments).length);
      for (const party of all) expect(countUnseatedTickets(then.plan, party)).toBeGreaterThanOrEqual(0);
      for (const [seat, ref] of Object.entries(plan.assignments)) expect(then.plan.assignments[seat]).toBe(ref);
      expect(seatEveryone(plan, asking, 'front')).toEqual(then);
    }),
    { numRuns: 150 },
  );
});

test('a party that needs step-free access gets a row with a wheelchair space, or the front row if none is marked', () => {
  const [first, second] = [...createParties([2, 3]).values()];
  if (!first || !second) throw new Error('There are two parties.');
  const party = { ...first, needs: ['steps'] } as const;
  const space = { kind: 'wheelchair', reason: '', release: 0 } as const;
  const marked = { ...createEmptyPlan(8), marks: { E1: space, J1: space } };
  const seated = (plan: Plan, everybody = [second, party]) => seatEveryone(plan, everybody, 'middle');
  const there = seated(marked);
  expect(listOrderSeats(there.plan, party.ref)).toEqual(['E5', 'E6']);
  expect(there.choices.find(({ ref }) => ref === party.ref)?.says).toMatch(
    /^E5, E6, as the booking asks \(no steps\), .*\. Seated in a row with a wheelchair space to avoid steps\.$/,
  );
  const unmarked = seated(createEmptyPlan(8));
  expect(parseSeatLabel(listOrderSeats(unmarked.plan, party.ref)[0] ?? '')?.row).toBe(0);
  expect(unmarked.choices.find(({ ref }) => ref === party.ref)?.says).toContain(
    'Seated in the front row (no wheelchair spaces are marked) to avoid steps.',
  );
  const full = { ...marked, assignments: Object.fromEntries(rowOf('E').map((seat) => [seat, 'others'])) };
  const elsewhere = seated(full, [party]).choices[0]?.says;
  expect(elsewhere).toContain('though the booking asks for no steps');
  expect(elsewhere).toContain('There weren’t 2 suitable seats free together.');
  expect(elsewhere).not.toContain('wheelchair space');
});

test('a party that needs the hearing loop sits near the front, and the reason says that the loop isn’t on the plan', () => {
  const [party = none] = [...createParties([2]).values()];
  const asking: Party = { ...party, needs: ['loop'], wishes: ['aisle'] };
  const { plan, choices } = seatEveryone(createEmptyPlan(8), [asking], 'back');
  expect(listOrderSeats(plan, party.ref).every((seat) => /^[AB]/.test(seat))).toBe(true);
  expect(choices[0]?.says).toMatch(/, as the booking asks \(aisle, hearing loop\), /);
  expect(choices[0]?.says).toContain(
    'Seated near the front for the hearing loop, as the plan doesn’t say where the loop is.',
  );
});

test('a party is seated in the front, middle or back rows according to the stated preference', () => {
  const one = (preference: 'front' | 'middle' | 'back') =>
    listOrderSeats(seatEveryone(createEmptyPlan(10), createParties([2]).values(), preference).plan, '100001');
  // Seats across the aisle would score worse, and these seats leave no orphan seat
  expect(one('front')).toEqual(['A5', 'A6']);
  expect(parseSeatLabel(one('middle')[0] ?? '')?.row).toBe(3);
  expect(parseSeatLabel(one('back')[0] ?? '')?.row).toBe(9);
});

test('later members of a party are seated next to the rest of the party', () => {
  const plan = { ...createEmptyPlan(4), assignments: { C1: '100001', C2: '100001' } };
  const { choices } = seatEveryone(plan, createParties([4]).values(), 'front');
  expect(choices).toEqual([
    {
      ref: '100001',
      name: 'Party 1',
      seats: ['C3', 'C4'],
      says: expect.stringContaining('next to the rest of their party'),
    },
  ]);
});

test('later members sit next to their party even if that leaves an orphan seat', () => {
  const [one] = ['100001'];
  const others = [...'ABCDEFG'].flatMap(rowOf).map((seat) => [seat, 'others'] as const);
  const full = Object.fromEntries(others.filter(([seat]) => !['A2', 'A3'].includes(seat)));
  const beside = seatedAll({ ...createEmptyPlan(8), assignments: { ...full, A1: one } }, createParties([2]));
  expect(listOrderSeats(beside.plan, one)).toEqual(['A1', 'A2']);
  expect(beside.choices[0]?.says).toBe(
    'A2, next to the rest of their party, the best free seat, starting from the front.',
  );
  const apart = seatedAll(
    { ...createEmptyPlan(8), assignments: { ...Object.fromEntries(others), A1: one } },
    createParties([2]),
  );
  expect(apart.choices[0]?.says).toBe(
    'H1, away from the rest of their party, the best free seat, starting from the front.',
  );
});

test('a partly seated wheelchair party gets its companion seat first, then the adjacent seats', () => {
  const [first] = [...createParties([3]).values()];
  if (!first) throw new Error('There is a party.');
  const party = { ...first, needs: ['wheelchair'] } as const;
  const mark = (kind: 'wheelchair' | 'companion') => ({ kind, reason: '', release: 0 });
  const hall: Plan = { ...createEmptyPlan(8), marks: { C1: mark('wheelchair'), C2: mark('companion') } };
  for (const before of [[], ['C1'], ['C1', 'C2']]) {
    const plan = { ...hall, assignments: Object.fromEntries(before.map((seat) => [seat, party.ref])) };
    const then = seatEveryone(plan, [party], 'front');
    expect(listOrderSeats(then.plan, party.ref)).toEqual(['C1', 'C2', 'C3']);
    // Each party has one decision, even if it was seated in several steps
    expect(then.choices.length).toBe(1);
  }
  const begun = { ...hall, assignments: { C1: party.ref } };
  expect(seatEveryone(begun, [party], 'front').choices[0]?.says).toBe(
    'C2, next to their wheelchair space. C3, next to the rest of their party, the best free seat, starting from the front.',
  );
});

test('a companion seat goes to the party in the adjacent wheelchair space before an earlier booking', () => {
  const [first, second] = [...createParties([2, 2]).values()];
  if (!first || !second) throw new Error('There are parties.');
  const [early, late] = [first, second].map((party) => ({ ...party, needs: ['wheelchair'] as const }));
  if (!early || !late) throw new Error('There are parties.');
  const mark = (kind: 'wheelchair' | 'companion') => ({ kind, reason: '', release: 0 });
  const [space, companion] = [mark('wheelchair'), mark('companion')];
  const one = { ...createEmptyPlan(8), marks: { C1: space, C2: companion, C3: space }, assignments: { C3: late.ref } };
  const then = seatEveryone(one, [early, late], 'front');
  expect(then.plan.assignments).toMatchObject({ C1: early.ref, C2: late.ref, C3: late.ref });
  // The first party gets the companion seat C1, because C3 is also next to the other wheelchair space
  const two: Plan = { ...createEmptyPlan(8), marks: { C1: companion, C2: space, C3: companion, C4: space } };
  const both = seatEveryone(two, [early, late], 'front').plan.assignments;
  expect(both).toMatchObject({ C1: early.ref, C2: early.ref, C3: late.ref, C4: late.ref });
});

test('later members sit next to their party even if the party’s wishes are already met', () => {
  const plan = { ...createEmptyPlan(4), assignments: { C1: '100001', C2: '100001' } };
  const [party = none] = [...createParties([3]).values()];
  const { plan: then } = seatEveryone(plan, [{ ...party, wishes: ['aisle'] }], 'front');
  expect(listOrderSeats(then, '100001')).toEqual(['C1', 'C2', 'C3']);
});

test('a party too large for any row is split without leaving one member alone, if possible', () => {
  expect(listOrderSeats(seatedAll(createEmptyPlan(3), createParties([13])).plan, '100001')).toEqual([
    ...rowOf('A').slice(0, 10),
    ...['B4', 'B5', 'B6'],
  ]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 2, maxLength: 5 }), fc.nat(), (lengths, by) => {
      const hidden = lengths.flatMap((length, row) => rowOf('ABCDE'[row] ?? '').slice(length));
      const longest = Math.max(...lengths);
      const room = lengths.reduce((sum, length) => sum + length, 0);
      const count = longest + 1 + (by % Math.max(1, room - longest));
      fc.pre(count <= room && lengths.every((length) => length > 2));
      const seats = listOrderSeats(
        seatedAll(createEmptyPlan(lengths.length, hidden), createParties([count])).plan,
        '100001',
      );
      expect(groupAdjacentSeats(seats).every((run) => run.length > 1)).toBe(true);
    }),
  );
});

test('a party too large for any row is split into as few groups as possible', () => {
  const { choices, plan } = seatEveryone(createEmptyPlan(3), createParties([20]).values(), 'front');
  expect(groupAdjacentSeats(listOrderSeats(plan, '100001')).length).toBe(2);
  expect(choices[0]?.says).toContain('no row has 20 free seats together');
  const full = seatEveryone(createEmptyPlan(1), createParties([10, 5]).values(), 'front');
  expect(full.left).toEqual([{ ref: '100002', name: 'Party 2', count: 3 }]);
  expect(full.choices.find(({ ref }) => ref === '100002')?.says).toBe(
    'A11, A12, the best 2 seats together, starting from the front.',
  );
});

test('in a hall too small for everyone, the message names five unseated parties and counts the rest', () => {
  const { left } = seatEveryone(
    createEmptyPlan(1),
    createParties(Array.from({ length: 200 }, () => 2)).values(),
    'front',
  );
  expect(formatUnseatedParties(left, ['marked seats'])).toBe(
    'No seats are left, apart from marked seats, for Party 7 (2), Party 8 (2), Party 9 (2), Party 10 (2), Party 11 (2) and 189 more.',
  );
  expect(formatUnseatedParties([{ ref: '1', name: 'Ann Lee', count: 2, needs: 'space' }], [])).toBe(
    'No wheelchair space is free for Ann Lee.',
  );
  expect(formatUnseatedParties([], [])).toBe('');
});

test('the best available seats are together and leave no orphan seat if that is possible', () => {
  fc.assert(
    fc.property(anyPlan({ rows: 5, most: 16 }), fc.integer({ min: 1, max: 8 }), ({ plan }, count) => {
      const best = findBestSeats(plan, { count });
      const free = listFreeRuns(findFreeSeats(plan));
      const fits = free.filter(({ length }) => length >= count);
      const isRoom = free.reduce((sum, { length }) => sum + length, 0) >= count;
      expect(best?.length).toBe(isRoom ? count : undefined);
      if (!best || fits.length === 0) return;
      expect(groupAdjacentSeats(best).length).toBe(1);
      const isAvoidable = fits.some(({ length }) => length !== count + 1);
      if (isAvoidable) expect(findOrphanSeatsCausedByChoice(plan, best)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
