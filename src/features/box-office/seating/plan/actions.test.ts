import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSeatLabel, seatsPerRow } from '#features/box-office/performances/seats.ts';
import { anyPlan, createEmptyPlan, createParties } from '#tests/support/society/random-plans.ts';
import * as act from './actions.ts';
import { createUndoHistory, pushHistoryStep, undoStep } from './edit.ts';
import { countAssignedSeats, countUnseatedTickets, findBlock, listOrderSeats, listSeats, type Plan } from './plan.ts';

const planOf = (outcome: act.ActionOutcome): Plan => {
  if ('refused' in outcome) throw new Error(outcome.refused.says);
  return outcome.plan;
};
const why = (outcome: act.ActionOutcome) => ('refused' in outcome ? outcome.refused.why : 'done');

const [ann, ben, kim] = ['100001', '100002', '100003'];
const parties = createParties([3, 2, 1]);
const hall = createEmptyPlan(2, ['A12']);
const put = (plan: Plan, ref: string, seat: string) => planOf(act.placeParty(plan, parties, { ref, seat }));

test('a party dropped on a seat takes it and free seats to the right, then the left', () => {
  expect(listOrderSeats(put(hall, ann, 'A5'), ann)).toEqual(['A5', 'A6', 'A7']);
  expect(listOrderSeats(put(hall, ann, 'A11'), ann)).toEqual(['A9', 'A10', 'A11']);
  const between = put(put(hall, ben, 'A4'), kim, 'A7');
  const outcome = act.placeParty(between, parties, { ref: ann, seat: 'A6' });
  expect(outcome).toMatchObject({ says: 'Party 1: A6. 2 more to seat.' });
});

test('placing a party or widening a block never assigns more seats than the party bought', () => {
  const plan = put(put(hall, ann, 'A1'), ben, 'B1');
  const refusal = { why: 'all seated', says: 'You have already assigned all the seats for this order.' };
  expect(act.placeParty(plan, parties, { ref: ann, seat: 'B5' })).toMatchObject({ refused: refusal });
  expect(act.resizeBlock(plan, parties, { seat: 'A2', side: 'right', to: 5 })).toMatchObject({ refused: refusal });
  const fewer = planOf(act.clearSeat(plan, parties, { seat: 'A3' }));
  const wider = act.resizeBlock(fewer, parties, { seat: 'A1', side: 'right', to: 6 });
  expect(wider).toMatchObject({ short: refusal, says: 'Party 1: A1–A3.' });
});

test('dropping a party on an occupied seat needs confirmation, and moving a person there swaps the two', () => {
  const plan = put(put(hall, ann, 'A1'), ben, 'B1');
  expect(act.placeParty(plan, parties, { ref: kim, seat: 'A2' })).toMatchObject({
    refused: { why: 'taken', says: 'Party 1 has A2.' },
  });
  const instead = act.placeParty(plan, parties, { ref: kim, seat: 'A2', instead: true });
  expect(instead).toMatchObject({ says: 'Party 3: A2. Party 1 is back on the “To seat” list.' });
  expect(countUnseatedTickets(planOf(instead), { ref: ann, name: '', count: 3, note: '' })).toBe(3);
  const swapped = planOf(act.movePerson(plan, parties, { from: 'A1', to: 'B2' }));
  expect([swapped.assignments.A1, swapped.assignments.B2]).toEqual([ben, ann]);
});

test('withholding and releasing several seats keeps their kinds, and changes all of them or none', () => {
  const wheelchair = planOf(act.toggleSeatKind(hall, { seat: 'A2', kind: 'wheelchair' }));
  const release = 60;
  const outcome = act.withholdOrReleaseSeats(wheelchair, { seats: ['A1', 'A2', 'A3'], reason: 'the press', release });
  expect(outcome).toMatchObject({ says: 'A1–A3 are withheld from visitors (the press).' });
  const withheld = planOf(outcome);
  expect(withheld.marks?.A2).toEqual({ kind: 'wheelchair', reason: 'the press', release });
  const sold = planOf(act.withholdOrReleaseSeats(withheld, { seats: ['A2', 'A3'], reason: '', release: 0 }));
  expect(sold.marks).toEqual({
    A1: { kind: '', reason: 'the press', release },
    A2: { kind: 'wheelchair', reason: '', release: 0 },
  });
  expect(why(act.withholdOrReleaseSeats(hall, { seats: ['A11', 'A12'], reason: 'the press', release }))).toBe(
    'no seat',
  );
  const large = createEmptyPlan(40);
  expect(
    why(act.withholdOrReleaseSeats(large, { seats: listSeats(large).slice(0, 401), reason: 'the press', release })),
  ).toBe('no room');
  const history = pushHistoryStep(createUndoHistory(hall), withheld, 'kept');
  expect(undoStep(history).now).toBe(hall);
});

test('a block moves as a whole or not at all', () => {
  const plan = put(put(hall, ann, 'A1'), ben, 'B6');
  expect(listOrderSeats(planOf(act.moveBlock(plan, parties, { from: 'A2', to: 'B3' })), ann)).toEqual([
    'B2',
    'B3',
    'B4',
  ]);
  expect(listOrderSeats(planOf(act.moveBlock(plan, parties, { from: 'A2', to: 'A3' })), ann)).toEqual([
    'A2',
    'A3',
    'A4',
  ]);
  expect(why(act.moveBlock(plan, parties, { from: 'A2', to: 'B5' }))).toBe('taken');
  expect(why(act.moveBlock(plan, parties, { from: 'A2', to: 'B12' }))).toBe('no seat');
});

test('removing an occupied row is refused unless clearing is requested, and occupied seats can’t be hidden', () => {
  const plan = put(hall, ann, 'B1');
  expect(act.removeRow(plan)).toMatchObject({ refused: { why: 'people there', seats: ['B1', 'B2', 'B3'] } });
  expect(countAssignedSeats(planOf(act.removeRow(plan, { clearing: true })))).toBe(0);
  expect(why(act.setSeatsHidden(plan, parties, { seats: ['B2'], hidden: true }))).toBe('people there');
  expect(planOf(act.setSeatsHidden(plan, parties, { seats: ['B4'], hidden: true })).hiddenSeats).toEqual(['A12', 'B4']);
  expect(planOf(act.setSeatsHidden(plan, parties, { seats: ['A12'], hidden: false })).hiddenSeats).toEqual([]);
  expect(why(act.removeRow(createEmptyPlan(1)))).toBe('no room');
  expect(why(act.addRow(createEmptyPlan(120)))).toBe('no room');
});

test('hiding or showing several seats changes all or none, and at most 200 can be hidden', () => {
  const plan = put(createEmptyPlan(19, ['A12']), ann, 'B1');
  const rows = (from: number, to: number) => listSeats(createEmptyPlan(19)).slice(from * seatsPerRow, to * seatsPerRow);
  const hide = (seats: readonly string[], hidden = true, from = plan) =>
    act.setSeatsHidden(from, parties, { seats, hidden });
  expect(hide(['C1', 'C2', 'C3'])).toMatchObject({ says: 'C1–C3 are now hidden (4 of 200).' });
  expect(hide(['B3', 'B4'])).toMatchObject({ refused: { why: 'people there', says: 'Party 1 has B3.' } });
  expect(hide(rows(1, 3))).toMatchObject({ refused: { why: 'people there', says: 'B1–B3: already taken.' } });
  expect(hide(['C1', 'T1'])).toMatchObject({ refused: { why: 'no seat', says: 'There is no seat T1.' } });
  expect(hide(['A12'])).toMatchObject({ refused: { says: 'A12 is already hidden.' } });
  expect(hide(['C1', 'C2'], false)).toMatchObject({ refused: { says: 'C1, C2 are already shown.' } });
  const most = planOf(hide([...rows(2, 18), ...rows(0, 1).slice(0, 7)]));
  expect(most.hiddenSeats).toHaveLength(200);
  expect(hide(['A8', 'A9'], true, most)).toMatchObject({
    refused: { why: 'no room', says: 'You can hide at most 200 seats: that would make 202.' },
  });
  expect(hide(rows(2, 18), false, most)).toMatchObject({ says: expect.stringMatching(/are back on the plan\.$/) });
});

test('resizing a block skips seats that the order already has', () => {
  const plan: Plan = { ...hall, assignments: { B1: ann, B3: ann } };
  const wider = act.resizeBlock(plan, parties, { seat: 'B1', side: 'right', to: 4 });
  expect(wider).toMatchObject({ says: 'Party 1: B1–B3.', short: { why: 'all seated' } });
  expect(listOrderSeats(planOf(wider), ann)).toEqual(['B1', 'B2', 'B3']);
  const large = createParties([4]);
  expect(listOrderSeats(planOf(act.resizeBlock(plan, large, { seat: 'B1', side: 'right', to: 4 })), ann)).toHaveLength(
    4,
  );
});

test('removing or hiding a seat removes its mark, and undo restores it', () => {
  const marked = planOf(act.toggleSeatKind(hall, { seat: 'B2', kind: 'wheelchair' }));
  expect(planOf(act.removeRow(marked)).marks).toEqual({});
  const history = pushHistoryStep(
    createUndoHistory(marked),
    planOf(act.setSeatsHidden(marked, parties, { seats: ['B2'], hidden: true })),
    'hidden',
  );
  expect(history.now.marks).toEqual({});
  expect(undoStep(history).now.marks).toEqual(marked.marks);
});

/** Existing and missing seats, so that invalid targets are tested too. */
const seat = fc
  .record({ row: fc.nat({ max: 5 }), number: fc.integer({ min: 1, max: seatsPerRow + 1 }) })
  .map(({ row, number }) => `${'ABCDEF'[row]}${number}`);
const side = fc.constantFrom<act.BlockSide>('left', 'right');

/**
 * Asserts that dragging an edge of an order's block changed only the order's seats in the same row, and that each
 * changed seat was free before or is free now. The block must still be in one piece, without crossing another order or
 * a hidden seat.
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
  for (const one of lost) expect(findBlock(before, at)).toContain(one);
  const stays = findBlock(before, at).find((one) => after.assignments[one] === owner) ?? '';
  for (const one of gained) {
    expect(before.assignments[one]).toBeUndefined();
    expect(findBlock(after, stays)).toContain(one);
  }
  for (const one of changed) expect(parseSeatLabel(one)?.row).toBe(parseSeatLabel(at)?.row);
}

test('resizing a block adds or removes only seats of its order in the same row', () => {
  fc.assert(
    fc.property(anyPlan(), seat, side, fc.integer({ min: -2, max: 16 }), ({ plan, parties: all }, at, which, to) => {
      const outcome = act.resizeBlock(plan, all, { seat: at, side: which, to });
      if ('refused' in outcome) return;
      keepsToItsRow(plan, outcome.plan, at);
    }),
    { numRuns: 5000 },
  );
});

test('a block ends at another order, a hidden seat or the end of the row', () => {
  const plan: Plan = {
    rowCount: 2,
    hiddenSeats: ['A9'],
    assignments: { A5: ann, A6: ann, A7: ann, A8: ben, A10: ann, B5: ann },
  };
  expect(findBlock(plan, 'A6')).toEqual(['A5', 'A6', 'A7']);
  expect(findBlock(plan, 'A10')).toEqual(['A10']);
  expect(findBlock(plan, 'A1')).toEqual([]);
});
