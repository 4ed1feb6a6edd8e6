import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fullWidth } from '#features/performances/capacity.ts';
import { placeOf } from '#features/performances/seats.ts';
import { anyHouse, emptyPlan, partiesOf } from '#tests/support/houses.ts';
import * as act from './actions.ts';
import { begin, did, redo, undo } from './history.ts';
import { blockOf, countAssigned, isSeat, leftToSeat, type Parties, type Plan, seatsIn, seatsOf } from './plan.ts';

const planOf = (outcome: act.Outcome): Plan => {
  if ('refused' in outcome) throw new Error(outcome.refused.says);
  return outcome.plan;
};
const why = (outcome: act.Outcome) => ('refused' in outcome ? outcome.refused.why : 'done');

const [ann, ben, kim] = ['100001', '100002', '100003'];
const parties = partiesOf([3, 2, 1]);
const hall = emptyPlan(2, ['A12']);
const put = (plan: Plan, ref: string, seat: string) => planOf(act.place(plan, parties, { ref, seat }));

test('a party put on a seat takes it and those beside it, to the right and then to the left', () => {
  expect(seatsOf(put(hall, ann, 'A5'), ann)).toEqual(['A5', 'A6', 'A7']);
  expect(seatsOf(put(hall, ann, 'A11'), ann)).toEqual(['A9', 'A10', 'A11']);
  const between = put(put(hall, ben, 'A4'), kim, 'A7');
  const outcome = act.place(between, parties, { ref: ann, seat: 'A6' });
  expect(outcome).toMatchObject({ says: 'Party 1: A6. 2 more to seat.' });
});

test('no gesture gives a party more seats than it bought', () => {
  const plan = put(put(hall, ann, 'A1'), ben, 'B1');
  const refusal = { why: 'all seated', says: 'You have already assigned all the seats for this order.' };
  expect(act.place(plan, parties, { ref: ann, seat: 'B5' })).toMatchObject({ refused: refusal });
  expect(act.resize(plan, parties, { seat: 'A2', side: 'right', to: 5 })).toMatchObject({ refused: refusal });
  const fewer = planOf(act.remove(plan, parties, { seat: 'A3' }));
  const wider = act.resize(fewer, parties, { seat: 'A1', side: 'right', to: 6 });
  expect(wider).toMatchObject({ short: refusal, says: 'Party 1: A1–A3.' });
});

test('whoever sits there isn’t pushed out unasked; two of different orders change places', () => {
  const plan = put(put(hall, ann, 'A1'), ben, 'B1');
  expect(act.place(plan, parties, { ref: kim, seat: 'A2' })).toMatchObject({
    refused: { why: 'taken', says: 'Party 1 has A2.' },
  });
  const instead = act.place(plan, parties, { ref: kim, seat: 'A2', instead: true });
  expect(instead).toMatchObject({ says: 'Party 3: A2. Party 1 is back among those to seat.' });
  expect(leftToSeat(planOf(instead), { ref: ann, name: '', count: 3, note: '' })).toBe(3);
  const swapped = planOf(act.move(plan, parties, { from: 'A1', to: 'B2' }));
  expect([swapped.assignments.A1, swapped.assignments.B2]).toEqual([ben, ann]);
});

test('seats are kept from visitors several at once and sold again, each of its kind, all or none of them', () => {
  const wheelchair = planOf(act.toggleKind(hall, { seat: 'A2', kind: 'wheelchair' }));
  const release = 60;
  const outcome = act.keepSeats(wheelchair, { seats: ['A1', 'A2', 'A3'], reason: 'the press', release });
  expect(outcome).toMatchObject({ says: 'A1–A3 are kept from visitors (the press).' });
  const kept = planOf(outcome);
  expect(kept.marks?.A2).toEqual({ kind: 'wheelchair', reason: 'the press', release });
  const sold = planOf(act.keepSeats(kept, { seats: ['A2', 'A3'], reason: '', release: 0 }));
  expect(sold.marks).toEqual({
    A1: { kind: '', reason: 'the press', release },
    A2: { kind: 'wheelchair', reason: '', release: 0 },
  });
  expect(why(act.keepSeats(hall, { seats: ['A11', 'A12'], reason: 'the press', release }))).toBe('no seat');
  const large = emptyPlan(40);
  expect(why(act.keepSeats(large, { seats: seatsIn(large).slice(0, 401), reason: 'the press', release }))).toBe(
    'no room',
  );
  const history = did(begin(hall), kept, 'kept');
  expect(undo(history).now).toBe(hall);
});

test('a block moves together, or not at all', () => {
  const plan = put(put(hall, ann, 'A1'), ben, 'B6');
  expect(seatsOf(planOf(act.moveBlock(plan, parties, { from: 'A2', to: 'B3' })), ann)).toEqual(['B2', 'B3', 'B4']);
  expect(seatsOf(planOf(act.moveBlock(plan, parties, { from: 'A2', to: 'A3' })), ann)).toEqual(['A2', 'A3', 'A4']);
  expect(why(act.moveBlock(plan, parties, { from: 'A2', to: 'B5' }))).toBe('taken');
  expect(why(act.moveBlock(plan, parties, { from: 'A2', to: 'B12' }))).toBe('no seat');
});

test('rows and seats with people in them stay until somebody says otherwise', () => {
  const plan = put(hall, ann, 'B1');
  expect(act.removeRow(plan)).toMatchObject({ refused: { why: 'people there', seats: ['B1', 'B2', 'B3'] } });
  expect(countAssigned(planOf(act.removeRow(plan, { clearing: true })))).toBe(0);
  expect(why(act.hideSeat(plan, parties, { seat: 'B2', hidden: true }))).toBe('people there');
  expect(planOf(act.hideSeat(plan, parties, { seat: 'B4', hidden: true })).hiddenSeats).toEqual(['A12', 'B4']);
  expect(planOf(act.hideSeat(plan, parties, { seat: 'A12', hidden: false })).hiddenSeats).toEqual([]);
  expect(why(act.removeRow(emptyPlan(1)))).toBe('no room');
  expect(why(act.addRow(emptyPlan(120)))).toBe('no room');
});

interface Gesture {
  (plan: Plan, parties: Parties): act.Outcome;
  /** The seat whose edge it draws, where it draws one. */
  draws?: string;
}

/** Seats that are and some that aren't, so that each gesture is also tried where it can't be made. */
const seat = fc
  .record({ row: fc.nat({ max: 5 }), number: fc.integer({ min: 1, max: fullWidth + 1 }) })
  .map(({ row, number }) => `${'ABCDEF'[row]}${number}`);
const ref = fc.integer({ min: 100_001, max: 100_014 }).map(String);
const side = fc.constantFrom<act.Side>('left', 'right');

const gesture: fc.Arbitrary<Gesture> = fc.oneof(
  fc.record({ ref, seat, instead: fc.boolean() }).map(
    (what): Gesture =>
      (plan, all) =>
        act.place(plan, all, what),
  ),
  fc.record({ from: seat, to: seat }).map(
    (what): Gesture =>
      (plan, all) =>
        act.move(plan, all, what),
  ),
  fc.record({ from: seat, to: seat }).map(
    (what): Gesture =>
      (plan, all) =>
        act.moveBlock(plan, all, what),
  ),
  {
    weight: 3,
    arbitrary: fc.record({ seat, side, to: fc.integer({ min: -1, max: 15 }) }).map((what) =>
      Object.assign<Gesture, Gesture | { draws: string }>((plan, all) => act.resize(plan, all, what), {
        draws: what.seat,
      }),
    ),
  },
  seat.map(
    (one): Gesture =>
      (plan, all) =>
        act.remove(plan, all, { seat: one }),
  ),
  seat.map(
    (one): Gesture =>
      (plan, all) =>
        act.removeBlock(plan, all, { seat: one }),
  ),
  ref.map(
    (one): Gesture =>
      (plan, all) =>
        act.unseat(plan, all, { ref: one }),
  ),
  fc.constant<Gesture>((plan) => act.addRow(plan)),
  fc.boolean().map(
    (clearing): Gesture =>
      (plan) =>
        act.removeRow(plan, { clearing }),
  ),
  fc.record({ seat, hidden: fc.boolean() }).map(
    (what): Gesture =>
      (plan, all) =>
        act.hideSeat(plan, all, what),
  ),
);

/**
 * What has to be true of a drawn edge: nothing has changed but seats of that order in that row, each of which was free or is
 * now, and the block is still one: it has gone over no other order and no hidden seat.
 */
function keepsToItsRow(before: Plan, after: Plan, at: string): void {
  const owner = before.assignments[at];
  const seats = new Set([...Object.keys(before.assignments), ...Object.keys(after.assignments)]);
  const changed = [...seats].filter((one) => before.assignments[one] !== after.assignments[one]);
  expect(changed.length).toBeGreaterThan(0);
  const gained = changed.filter((one) => after.assignments[one] === owner);
  const lost = changed.filter((one) => after.assignments[one] === undefined);
  expect(gained.length === 0 || lost.length === 0).toBe(true);
  expect([...gained, ...lost].toSorted()).toEqual(changed.toSorted());
  for (const one of lost) expect(blockOf(before, at)).toContain(one);
  const stays = blockOf(before, at).find((one) => after.assignments[one] === owner) ?? '';
  for (const one of gained) {
    expect(before.assignments[one]).toBeUndefined();
    expect(blockOf(after, stays)).toContain(one);
  }
  for (const one of changed) expect(placeOf(one)?.row).toBe(placeOf(at)?.row);
}

/** What has to be true of every plan: no seat that isn't there, and nobody with more than was bought. */
function isSound(plan: Plan, all: Parties): boolean {
  const seats = Object.keys(plan.assignments);
  const isEnough = [...all.values()].every((party) => leftToSeat(plan, party) >= 0);
  return (
    seats.every((one) => isSeat(plan, one)) && isEnough && new Set(plan.hiddenSeats).size === plan.hiddenSeats.length
  );
}

test('thousands of gestures in any order leave every plan sound, and undoing all of them leaves the first', () => {
  let [gesturesMade, edgesDrawn] = [0, 0];
  fc.assert(
    fc.property(
      anyHouse(),
      fc.array(gesture, { minLength: 20, maxLength: 60, size: 'max' }),
      ({ plan, parties: all }, gestures) => {
        let history = begin(plan);
        const plans = [plan];
        // As they were when they were made: a gesture that changes a plan instead of making another is found out
        const written = [JSON.stringify(plan)];
        for (const make of gestures) {
          const outcome = make(history.now, all);
          if ('refused' in outcome) continue;
          gesturesMade += 1;
          expect(isSound(outcome.plan, all)).toBe(true);
          if (make.draws !== undefined) {
            edgesDrawn += 1;
            keepsToItsRow(history.now, outcome.plan, make.draws);
          }
          history = did(history, outcome.plan, outcome.says);
          plans.push(outcome.plan);
          written.push(JSON.stringify(outcome.plan));
        }
        expect(plans.map((one) => JSON.stringify(one))).toEqual(written);
        const last = history.now;
        for (const before of plans.toReversed()) {
          expect(history.now).toBe(before);
          history = undo(history);
        }
        expect(undo(history)).toBe(history);
        for (const after of plans) {
          expect(history.now).toBe(after);
          history = redo(history);
        }
        expect(history.now).toBe(last);
      },
    ),
    { numRuns: 2000 },
  );
  // Beside those that were refused
  expect(gesturesMade).toBeGreaterThan(10_000);
  expect(edgesDrawn).toBeGreaterThan(100);
});

test('drawing an edge changes nothing but seats of that order in that row, and nobody else loses a seat', () => {
  fc.assert(
    fc.property(anyHouse(), seat, side, fc.integer({ min: -2, max: 16 }), ({ plan, parties: all }, at, which, to) => {
      const outcome = act.resize(plan, all, { seat: at, side: which, to });
      if ('refused' in outcome) return;
      keepsToItsRow(plan, outcome.plan, at);
    }),
    { numRuns: 5000 },
  );
});

/** The same gestures made simply: an array of rows, each seat a reference, "" or null where there is none. */
type Model = (string | null)[][];

const modelOf = (plan: Plan): Model =>
  Array.from({ length: plan.rowCount }, (_, row) =>
    Array.from({ length: fullWidth }, (_, at) => {
      const label = `${'ABCDEFGHIJ'[row]}${at + 1}`;
      return plan.hiddenSeats.includes(label) ? null : (plan.assignments[label] ?? '');
    }),
  );

test('moving and clearing do what they do on a table with counters', () => {
  fc.assert(
    fc.property(anyHouse(), fc.array(fc.tuple(fc.boolean(), seat, seat), { maxLength: 40 }), (house, gestures) => {
      let { plan } = house;
      const table = modelOf(plan);
      for (const [clears, from, to] of gestures) {
        const [a, b] = [placeOf(from), placeOf(to)];
        const [rowA, rowB] = [table[a?.row ?? 99], table[b?.row ?? 99]];
        const outcome = clears
          ? act.remove(plan, house.parties, { seat: from })
          : act.move(plan, house.parties, { from, to });
        if (!('refused' in outcome)) plan = outcome.plan;
        if (!a || !rowA?.[a.number - 1]) continue;
        if (clears) rowA[a.number - 1] = '';
        else if (b && rowB && typeof rowB[b.number - 1] === 'string') {
          const there = rowB[b.number - 1] ?? '';
          rowB[b.number - 1] = rowA[a.number - 1] ?? '';
          rowA[a.number - 1] = there;
        }
      }
      expect(modelOf(plan)).toEqual(table);
    }),
    { numRuns: 300 },
  );
});

test('a block is what one order has beside a seat, up to another, a hidden seat or the row’s end', () => {
  const plan: Plan = {
    rowCount: 2,
    hiddenSeats: ['A9'],
    assignments: { A5: ann, A6: ann, A7: ann, A8: ben, A10: ann, B5: ann },
  };
  expect(blockOf(plan, 'A6')).toEqual(['A5', 'A6', 'A7']);
  expect(blockOf(plan, 'A10')).toEqual(['A10']);
  expect(blockOf(plan, 'A1')).toEqual([]);
});
