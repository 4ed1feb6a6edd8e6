import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  getActiveSeatMarks,
  isSeatWithheld,
  type SeatKind,
  type SeatMarks,
} from '#features/box-office/performances/seats.ts';
import { anyPlan, createEmptyPlan } from '#tests/support/society/random-plans.ts';
import {
  findFreeSeats,
  findOrphanSeatsCausedByChoice,
  listCandidates,
  listSeatLabelsFrom,
} from './engine/free-seats.ts';
import { noSeatingNeeds } from './engine/party-requests.ts';
import { seatEveryone } from './engine/seat-everyone.ts';
import { listSeats, type Plan } from './plan/plan.ts';
import { findBestSeats, findChoiceWithFewerOrphanSeats, isSeatForSale, validateSeatChoice } from './seat-choice.ts';

const kind = (of: SeatKind) => ({ kind: of, reason: '', release: 0 });
const house = (reason = 'For the press', release = 0) => ({ kind: '' as const, reason, release });

const withMarks = (marks: SeatMarks, rows = 1): Plan => ({ ...createEmptyPlan(rows), marks });
const taken = (plan: Plan, ...seats: string[]): Plan => ({
  ...plan,
  assignments: { ...plan.assignments, ...Object.fromEntries(seats.map((seat) => [seat, 'others'])) },
});

test('a choice that leaves an orphan seat is refused, with the nearest seats that leave none', () => {
  const plan = createEmptyPlan(1);
  expect(validateSeatChoice(plan, ['A2', 'A3'], 2)).toEqual({
    says: 'That would leave A1 on its own, and a single seat is hard to sell.',
    fix: ['A3', 'A4'],
  });
  expect(validateSeatChoice(plan, ['A1', 'A2'], 2)).toBeUndefined();
  expect(validateSeatChoice(plan, ['A3', 'A4'], 2)).toBeUndefined();
});

test('an orphan seat is allowed if every choice leaves one, or if it was already an orphan', () => {
  const last = taken(createEmptyPlan(1), 'A4', 'A5', 'A6', 'A7', 'A8', 'A9', 'A10', 'A11', 'A12');
  expect(validateSeatChoice(last, ['A1', 'A2'], 2)).toBeUndefined();
  const alone = taken(createEmptyPlan(1), 'A2');
  expect(validateSeatChoice(alone, ['A3', 'A4'], 2)).toBeUndefined();
});

test('if one of two chosen groups leaves an orphan seat, the suggestion moves only that group', () => {
  const plan = createEmptyPlan(2);
  expect(validateSeatChoice(plan, ['A5', 'A6', 'B2'], 3)).toMatchObject({ fix: ['A5', 'A6', 'B3'] });
});

test('choosing seats taken in the meantime is refused with their labels and the nearest free seats', () => {
  const plan = taken(createEmptyPlan(2), 'A5');
  const fault = validateSeatChoice(plan, ['A5', 'A6'], 2);
  expect(fault?.says).toBe('A5 is no longer available.');
  expect(fault?.fix).toEqual(['A6', 'A7']);
  expect(validateSeatChoice(taken(createEmptyPlan(1), ...listSeats(createEmptyPlan(1))), ['A5', 'A6'], 2)).toEqual({
    says: 'A5, A6 are no longer available.',
  });
});

test('a choice is refused if it has too many or too few seats, or an unknown seat', () => {
  const plan = createEmptyPlan(1, ['A4']);
  expect(validateSeatChoice(plan, ['A4', 'A5'], 2)?.says).toBe('There is no seat A4.');
  expect(validateSeatChoice(plan, ['B1', 'C1'], 2)?.says).toBe('There is no seat B1 or C1.');
  expect(validateSeatChoice(plan, ['A1'], 2)?.says).toBe('Choose one more seat.');
  expect(validateSeatChoice(plan, ['A1', 'A1'], 2)?.says).toBe('Choose one more seat.');
  expect(validateSeatChoice(plan, ['A1', 'A2', 'A3'], 2)?.says).toBe('You’ve chosen 3 seats for 2 tickets.');
});

test('validating twenty separate seats in the largest hall doesn’t search the hall once per candidate', () => {
  let looks = 0;
  const plan: Plan = {
    ...{ rowCount: 120, assignments: {} },
    get hiddenSeats() {
      looks += 1;
      return [];
    },
  };
  const chosen = ['A', 'B', 'C', 'D'].flatMap((row) => [4, 6, 8, 10, 12].map((number) => `${row}${number}`));
  const fault = validateSeatChoice(plan, chosen, 20);
  expect(fault?.fix).toHaveLength(20);
  expect(looks).toBeLessThan(100);
});

test('a house seat is not for sale until its release time, and then for sale automatically', () => {
  const starts_at = '2027-04-14T18:30:00.000Z';
  const mark = house('For the author', 60);
  const at = (now: string) => isSeatWithheld(mark, { starts_at, now });
  expect(at('2027-04-14T17:29:59.999Z')).toBe(true);
  expect(at('2027-04-14T17:30:00.000Z')).toBe(false);
  expect(isSeatWithheld(house('A camera'), { starts_at, now: starts_at })).toBe(true);
  const plan = withMarks({ A6: mark, A7: house('A camera') });
  expect(validateSeatChoice(plan, ['A6', 'A8'], 2)?.says).toBe('A6 is no longer available.');
  expect(findBestSeats(plan, { count: 2 })).toEqual(['A4', 'A5']);
  const later = {
    ...plan,
    marks: getActiveSeatMarks(plan.marks ?? {}, { starts_at, now: '2027-04-14T18:00:00.000Z' }),
  };
  expect(isSeatForSale(later, 'A6')).toBe(true);
  expect(isSeatForSale(later, 'A7')).toBe(false);
});

test('only a party asking for a wheelchair space is offered one, with the adjacent companion seat', () => {
  const plan = withMarks({ A1: kind('wheelchair'), A2: kind('companion') });
  expect(findBestSeats(plan, { count: 2, wheelchairs: 1 })).toEqual(['A1', 'A2']);
  expect(findBestSeats(plan, { count: 3, wheelchairs: 1 })).toEqual(['A1', 'A2', 'A3']);
  expect(findBestSeats(plan, { count: 1, wheelchairs: 1 })).toEqual(['A1']);
  const rest = taken(plan, ...['A3', 'A4', 'A5', 'A6', 'A7', 'A8', 'A9', 'A10', 'A11', 'A12']);
  expect(findBestSeats(rest, { count: 1 })).toBeUndefined();
  expect(findBestSeats(taken(plan, 'A1'), { count: 1, wheelchairs: 1 })).toBeUndefined();
  // Both seats can be sold without a request for a wheelchair space if they are chosen on the plan
  expect(validateSeatChoice(plan, ['A1', 'A2'], 2)).toBeUndefined();
  expect(validateSeatChoice(plan, ['A2', 'A3'], 2)?.says).toContain('A2: only for the companion of someone');
});

test('the best seats for a wheelchair party leave no orphan seat, though “Seat everyone” may leave one', () => {
  const hall = withMarks({ A3: house(), A7: kind('wheelchair'), A8: kind('wheelchair') });
  expect(findBestSeats(hall, { count: 3, wheelchairs: 1 })).toEqual(['A7', 'A9', 'A10']);
  const party = { ref: '100001', name: 'Party 1', count: 3, note: '', needs: ['wheelchair'] } as const;
  expect(seatEveryone(hall, [party], 'front').choices[0]?.seats).toEqual(['A5', 'A6', 'A7']);
});

test('seats with a restricted view are assigned last', () => {
  const middle = Object.fromEntries(['A5', 'A6', 'A7', 'A8'].map((seat) => [seat, kind('restricted')]));
  const plan = withMarks(middle);
  expect(findBestSeats(plan, { count: 2 })?.some((seat) => seat in middle)).toBe(false);
  const full = taken(plan, 'A1', 'A2', 'A3', 'A4', 'A9', 'A10', 'A11', 'A12');
  expect(findBestSeats(full, { count: 2 })).toEqual(['A5', 'A6']);
});

test('a party whose size changes keeps its former seats as far as possible', () => {
  const plan = createEmptyPlan(3);
  expect(findBestSeats(plan, { count: 3, had: ['B6', 'B7', 'B8'] })).toEqual(['B6', 'B7', 'B8']);
  expect(findBestSeats(plan, { count: 4, had: ['B6', 'B7', 'B8'] })).toContain('B7');
  expect(findBestSeats(taken(plan, 'B7'), { count: 3, had: ['B6', 'B7', 'B8'] })).toHaveLength(3);
});

test('several wheelchair users get spaces near each other with companion seats, or none at all', () => {
  const spaces = Object.fromEntries(['A1', 'B1', 'B2'].map((seat) => [seat, kind('wheelchair')]));
  const plan = withMarks({ ...spaces, A2: kind('companion'), B3: kind('companion') }, 2);
  expect(findBestSeats(plan, { count: 2, wheelchairs: 2 })).toEqual(['B1', 'B2']);
  expect(findBestSeats(plan, { count: 4, wheelchairs: 2 })).toEqual(['B1', 'B2', 'B3', 'B4']);
  expect(findBestSeats(plan, { count: 3, wheelchairs: 3 })).toEqual(['A1', 'B1', 'B2']);
  expect(findBestSeats(plan, { count: 4, wheelchairs: 4 })).toBeUndefined();
  expect(findBestSeats(plan, { count: 1, wheelchairs: 2 })).toHaveLength(1);
  // The end of one row isn't near the beginning of the next
  const ends = Object.fromEntries(['A12', 'B1', 'B4'].map((seat) => [seat, kind('wheelchair')]));
  expect(findBestSeats(withMarks(ends, 2), { count: 2, wheelchairs: 2 })).toEqual(['B1', 'B4']);
  // Three wheelchair users get the spaces closest together, not the first three in the order of the rows
  const three = Object.fromEntries(['A1', 'A12', 'B1', 'B2', 'C3'].map((seat) => [seat, kind('wheelchair')]));
  expect(findBestSeats(withMarks(three, 3), { count: 3, wheelchairs: 3 })).toEqual(['A1', 'B1', 'B2']);
});

test('a seated party that asks for a wheelchair space is given one', () => {
  const plan = withMarks({ A1: kind('wheelchair'), A2: kind('companion') });
  expect(findBestSeats(plan, { count: 2, wheelchairs: 1, had: ['A6', 'A7'] })).toEqual(['A1', 'A2']);
});

test('seating everyone leaves house seats free and gives wheelchair spaces to those who need one', () => {
  const plan = withMarks({ A6: house(), A12: kind('wheelchair'), A11: kind('companion') });
  const parties = [
    { ref: '1', name: 'Marsh', count: 8, note: '' },
    { ref: '2', name: 'Hollis', count: 2, note: '', needs: ['wheelchair' as const] },
  ];
  const { plan: seated, left } = seatEveryone(plan, parties, 'front');
  expect(left).toEqual([]);
  expect(seated.assignments).toMatchObject({ A11: '2', A12: '2' });
  expect(seated.assignments.A6).toBeUndefined();
});

/** Generates plans with some special seats. */
const anyHall = fc
  .tuple(
    anyPlan({ rows: 3 }),
    fc.array(fc.tuple(fc.nat(35), fc.constantFrom(kind('wheelchair'), kind('companion'), kind('restricted'), house()))),
  )
  .map(([{ plan }, some]): Plan => {
    const all = listSeats({ rowCount: plan.rowCount, hiddenSeats: [] });
    return { ...plan, marks: Object.fromEntries(some.map(([at, mark]) => [all[at % all.length] ?? 'A1', mark])) };
  });

test('the best seats are distinct and for sale; seats together leave as few orphan seats as possible', () => {
  fc.assert(
    fc.property(anyHall, fc.integer({ min: 1, max: 14 }), fc.boolean(), (plan, count, wheelchair) => {
      const seats = findBestSeats(plan, { count, wheelchairs: wheelchair ? 1 : 0 });
      if (!seats) return;
      expect(new Set(seats).size).toBe(count);
      for (const seat of seats) expect(isSeatForSale(plan, seat)).toBe(true);
      const kinds = seats.map((seat) => plan.marks?.[seat]?.kind);
      if (!wheelchair) expect(kinds).not.toContain('wheelchair');
      if (wheelchair) expect(kinds).toContain('wheelchair');
      if (wheelchair) return;
      const together = listCandidates(findFreeSeats(plan), count, { needs: noSeatingNeeds, preference: 'front' });
      const fewest = Math.min(
        ...together.map((one) => findOrphanSeatsCausedByChoice(plan, listSeatLabelsFrom(one, count)).length),
      );
      if (together.length > 0) expect(findOrphanSeatsCausedByChoice(plan, seats)).toHaveLength(fewest);
    }),
    { numRuns: 300 },
  );
});

test('a visitor can leave a new orphan seat only if no alternative leaves fewer', () => {
  fc.assert(
    fc.property(anyHall, fc.array(fc.nat(35), { minLength: 1, maxLength: 6 }), (plan, picks) => {
      const all = listSeats(plan).filter((seat) => isSeatForSale(plan, seat));
      if (all.length === 0) return;
      const chosen = [...new Set(picks.map((at) => all[at % all.length] ?? ''))];
      const fault = validateSeatChoice(plan, chosen, chosen.length);
      if (!fault) {
        if (findOrphanSeatsCausedByChoice(plan, chosen).length > 0)
          expect(findChoiceWithFewerOrphanSeats(plan, chosen)).toBeUndefined();
        return;
      }
      if (!fault.fix || !fault.says.includes('hard to sell')) return;
      // The suggested choice is for sale and leaves fewer orphans
      expect(fault.fix).toHaveLength(chosen.length);
      for (const seat of fault.fix) expect(isSeatForSale(plan, seat)).toBe(true);
      expect(findOrphanSeatsCausedByChoice(plan, fault.fix).length).toBeLessThan(
        findOrphanSeatsCausedByChoice(plan, chosen).length,
      );
    }),
    { numRuns: 500 },
  );
});
