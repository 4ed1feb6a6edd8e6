import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Gesture, PlanModel } from '#tests/support/society/plan-model.ts';
import { anyPlan } from '#tests/support/society/random-plans.ts';
import { seatEveryone } from '../engine/seat-everyone.ts';
import { findSeatShortcut } from '../keyboard-shortcuts.ts';
import {
  type ActionOutcome,
  addRow,
  dropItem,
  removeRow,
  resizeBlock,
  setSeatsHidden,
  unseatParty,
  withholdOrReleaseSeats,
} from './actions.ts';
import { createUndoHistory, pushHistoryStep, redoStep, undoStep } from './edit.ts';
import type { Parties, Plan } from './plan.ts';

/** The keys of those gestures that have a keyboard shortcut. */
const keys: Readonly<Record<string, string>> = {
  'grow left': 'Control Shift ArrowLeft',
  'grow right': 'Shift ArrowRight',
  'shrink left': 'Alt Shift ArrowRight',
  'shrink right': 'Shift ArrowLeft',
  clear: 'Backspace',
  'clear block': 'Shift Delete',
  wheelchair: 'W',
  companion: 'c',
  restricted: 'v',
};

function press(what: string, plan: Plan, parties: Parties, seat: string): ActionOutcome {
  const pressed = keys[what]?.split(' ') ?? [];
  const pressedKeys = {
    key: pressed.at(-1) ?? '',
    shiftKey: pressed.includes('Shift'),
    ctrlKey: pressed.includes('Control'),
    altKey: pressed.includes('Alt'),
    metaKey: false,
  };
  const shortcut = findSeatShortcut(plan, seat, pressedKeys, { editing: false, moving: false });
  return shortcut?.does === 'run' ? shortcut.command.run(plan, parties, seat) : expect.fail(`${what} has no key.`);
}

/** Performs a gesture on a plan. */
function make(plan: Plan, parties: Parties, gesture: Gesture): ActionOutcome {
  switch (gesture.does) {
    case 'place':
      return dropItem(plan, parties, { kind: 'order', ref: gesture.ref }, gesture.seat, gesture.instead);
    case 'move':
      return dropItem(plan, parties, { kind: 'seat', from: gesture.from }, gesture.to);
    case 'move block':
      return dropItem(plan, parties, { kind: 'block', from: gesture.from }, gesture.to);
    case 'draw':
      return resizeBlock(plan, parties, gesture);
    case 'grow':
    case 'shrink':
      return press(`${gesture.does} ${gesture.side}`, plan, parties, gesture.seat);
    case 'clear':
    case 'clear block':
      return press(gesture.does, plan, parties, gesture.seat);
    case 'unseat':
      return unseatParty(plan, parties, gesture);
    case 'add row':
      return addRow(plan);
    case 'remove row':
      return removeRow(plan, gesture);
    case 'hide':
    case 'show':
      return setSeatsHidden(plan, parties, { seats: gesture.seats, hidden: gesture.does === 'hide' });
    case 'mark':
      return press(gesture.kind, plan, parties, gesture.seat);
    case 'keep':
      return withholdOrReleaseSeats(plan, { ...gesture, release: 0 });
  }
}

/** Converts a plan to the test's model: a table with counters. */
function countersOf({ rowCount, hiddenSeats, assignments, marks = {} }: Plan, parties: Parties): PlanModel {
  const table = new PlanModel(new Map([...parties.values()].map(({ ref, count }) => [ref, count])));
  while (table.rows < rowCount) table.make({ does: 'add row' });
  for (const seat of hiddenSeats) table.squares.delete(seat);
  for (const [seat, ref] of Object.entries(assignments)) table.squares.set(seat, ref);
  for (const [seat, { kind, reason }] of Object.entries(marks)) table.notes.set(seat, { kind, reason });
  return table;
}

/** Returns true if a plan equals the test's model. It must be fast, because it is called thousands of times. */
function isSame({ rowCount, hiddenSeats, assignments, marks = {} }: Plan, table: PlanModel): boolean {
  let seated = 0;
  for (const [seat, ref] of table.squares) {
    if ((assignments[seat] ?? '') !== ref) return false;
    if (ref !== '') seated += 1;
  }
  for (const [seat, { kind, reason }] of table.notes) {
    if (marks[seat]?.kind !== kind || marks[seat].reason !== reason) return false;
  }
  return (
    rowCount === table.rows &&
    Object.keys(assignments).length === seated &&
    Object.keys(marks).length === table.notes.size &&
    hiddenSeats.length === rowCount * 12 - table.squares.size &&
    hiddenSeats.every((seat) => !table.squares.has(seat))
  );
}

/**
 * A seat for a gesture: a label that may or may not exist, or a number that stands for an occupied seat, so that
 * gestures often have somebody to move.
 */
const label = fc
  .tuple(fc.constantFrom(...'ABCDABCDEF'), fc.integer({ min: 1, max: 13 }))
  .map(([row, at]) => `${row}${at}`);
const held = fc.oneof({ weight: 1, arbitrary: label }, { weight: 5, arbitrary: fc.nat(99) });
const side = fc.constantFrom('left' as const, 'right' as const);
const ref = fc.integer({ min: 100_001, max: 100_012 }).map(String);
const several = fc
  .tuple(fc.constantFrom(...'ABCDABCDEF'), fc.integer({ min: 1, max: 12 }), fc.constantFrom(1, 1, 2, 4))
  .map(([row, from, count]) => Array.from({ length: count }, (_, at) => `${row}${from + at}`));

const steps = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('place' as const),
      ref,
      seat: fc.oneof(label, held),
      instead: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constantFrom('move' as const, 'move block' as const),
      from: held,
      to: fc.oneof(label, held),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('draw' as const),
      seat: held,
      side,
      to: fc.integer({ min: -1, max: 15 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ does: fc.constantFrom('grow' as const, 'shrink' as const), seat: held, side }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('clear' as const, 'clear block' as const), seat: held }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('unseat' as const), ref }) },
  { weight: 1, arbitrary: fc.constant({ does: 'add row' as const }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('remove row' as const), clearing: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('hide' as const, 'show' as const), seats: several }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('mark' as const),
      seat: fc.oneof(label, held),
      kind: fc.constantFrom('wheelchair', 'companion', 'restricted'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('keep' as const),
      seats: several,
      reason: fc.constantFrom('', 'The press'),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ does: 'undo' as const }) },
  { weight: 3, arbitrary: fc.constant({ does: 'redo' as const }) },
  { weight: 1, arbitrary: fc.constant({ does: 'seat everyone' as const }) },
);

type Step = typeof steps extends fc.Arbitrary<infer One> ? One : never;

/**
 * Converts a step to a gesture. Numbers in a step, except in its field `to`, are replaced by the labels of occupied
 * seats.
 */
function meant(step: Exclude<Step, { does: 'undo' | 'redo' | 'seat everyone' }>, table: PlanModel): Gesture {
  const taken = [...table.squares.keys()].filter((seat) => table.on(seat));
  const named = Object.entries(step).map(([name, value]) => [
    name,
    typeof value === 'number' && name !== 'to' ? (taken[value % Math.max(1, taken.length)] ?? 'A1') : value,
  ]);
  return Object.fromEntries(named);
}

test('random sequences of gestures match a reference model, and undo and redo restore every state', () => {
  const [done, refused] = [new Map<string, number>(), new Map<string, number>()];
  const count = (counts: Map<string, number>, what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  fc.assert(
    fc.property(anyPlan(), fc.array(steps, { minLength: 10, maxLength: 30, size: 'max' }), (house, gestures) => {
      const { parties } = house;
      let history = createUndoHistory(house.plan);
      const tables = [countersOf(house.plan, parties)];
      let at = 0;
      const go = (plan: Plan, table: PlanModel) => {
        history = pushHistoryStep(history, plan, 'one more');
        tables.splice(at + 1, tables.length, table);
        at += 1;
      };
      const check = (plan: Plan) => {
        const table = tables[at] ?? expect.fail('no table');
        if (!isSame(plan, table)) expect.fail(`${countersOf(plan, parties)}\nis not\n${table}`);
      };
      for (const step of gestures) {
        const table = (tables[at] ?? expect.fail('no table')).copy();
        if (step.does === 'undo' || step.does === 'redo') {
          const to = step.does === 'undo' ? at - 1 : at + 1;
          count(tables[to] ? done : refused, step.does);
          if (tables[to]) at = to;
          history = step.does === 'undo' ? undoStep(history) : redoStep(history);
        } else if (step.does === 'seat everyone') {
          const { plan, left } = seatEveryone(history.now, parties.values(), 'front');
          putOnTable(table, plan, left);
          count(done, step.does);
          go(plan, table);
        } else {
          const gesture = meant(step, table);
          const outcome = make(history.now, parties, gesture);
          const isDone = table.make(gesture);
          count(isDone ? done : refused, gesture.does);
          if ('refused' in outcome === isDone) expect.fail(`${JSON.stringify({ gesture, outcome })} on\n${tables[at]}`);
          if (!('refused' in outcome)) go(outcome.plan, table);
        }
        check(history.now);
      }
      // A plan that was mutated instead of copied would differ after everything is undone
      while (at > 0) {
        at -= 1;
        history = undoStep(history);
        check(history.now);
      }
      expect(history.now).toBe(house.plan);
    }),
    { numRuns: 2000 },
  );
  // Every gesture was performed at least 50 times, and each gesture listed below was refused at least 50 times
  const all = Object.keys(Object.fromEntries(done));
  expect(all.toSorted()).toEqual(
    ['add row', 'clear', 'clear block', 'draw', 'grow', 'hide', 'keep', 'mark', 'move', 'move block', 'place']
      .concat('redo', 'remove row', 'seat everyone', 'show', 'shrink', 'undo', 'unseat')
      .toSorted(),
  );
  for (const what of all) expect(`${what}: ${Math.min(done.get(what) ?? 0, 50)}`).toBe(`${what}: 50`);
  for (const what of [
    'place',
    'move',
    'move block',
    'draw',
    'grow',
    'shrink',
    'remove row',
    'hide',
    'unseat',
    'keep',
  ]) {
    expect(`${what}: ${Math.min(refused.get(what) ?? 0, 50)}`).toBe(`${what}: 50`);
  }
});

/**
 * Checks the seats that "seat everyone" has assigned, and adds them to the reference model. It may choose any seats, but
 * everybody without a seat gets an ordinary one while any are free, and no party gets more seats than tickets.
 */
function putOnTable(table: PlanModel, plan: Plan, left: readonly { ref: string; count: number }[]): void {
  const forAnybody = [...table.squares.keys()].filter((seat) => {
    const { kind, reason } = table.notes.get(seat) ?? { kind: '', reason: '' };
    return !table.on(seat) && reason === '' && (kind === '' || kind === 'restricted');
  });
  const unseated = [...table.bought.keys()].reduce((sum, one) => sum + table.left(one), 0);
  const given = Object.entries(plan.assignments).filter(([seat]) => !table.on(seat));
  expect(given.length).toBe(Math.min(unseated, forAnybody.length));
  for (const [seat, who] of given) {
    expect(forAnybody).toContain(seat);
    expect(table.left(who)).toBeGreaterThan(0);
    table.squares.set(seat, who);
  }
  expect(left.filter(({ ref: who, count: few }) => few !== table.left(who))).toEqual([]);
}
