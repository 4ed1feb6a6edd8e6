import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measureProcessorTime } from '#tests/support/measures/processor-time.ts';
import { type ResolvedRole, reconcileCredits, type StoredCredit } from './edit-credits.ts';

const stored = (id: string, person_id: string, role: string, some: Partial<StoredCredit> = {}): StoredCredit => ({
  id,
  person_id,
  role,
  kind: 'cast',
  ord: 1,
  place: 0,
  printed_as: '',
  merged_from: null,
  set_by: null,
  ...some,
});
const person = (person_id: string, credit = '') => ({ credit, person_id, merged_from: null, printed_as: undefined });

test('a role that is renamed and moved keeps the printed names of its people', () => {
  const before = [
    stored('c1', 'ann', 'Gertude', { printed_as: 'Ann Stott', merged_from: 'stott' }),
    stored('c2', 'ann', 'Player', { ord: 2 }),
  ];
  const after = reconcileCredits(
    before,
    [
      { kind: 'cast', role: 'Player', ord: 1, people: [person('ann')] },
      { kind: 'cast', role: 'Gertrude', ord: 2, people: [person('ann')] },
    ],
    'me',
  );
  expect(after).toEqual([
    { ...before[1], ord: 1 },
    // A credit whose role has changed counts as set by the user who saves it
    { ...before[0], role: 'Gertrude', ord: 2, set_by: 'me' },
  ]);
});

test('replacing the person of a credit keeps no data of the old credit', () => {
  const before = [stored('c1', 'ann', 'Gertrude', { printed_as: 'Ann Stott' })];
  const [after] = reconcileCredits(
    before,
    [{ kind: 'cast', role: 'Gertrude', ord: 1, people: [person('bea', 'c1')] }],
    'me',
  );
  expect(after).toEqual({
    person_id: 'bea',
    merged_from: null,
    kind: 'cast',
    role: 'Gertrude',
    ord: 1,
    place: 0,
    printed_as: '',
    set_by: 'me',
  });
});

test('people who share a role are stored in the order sent', () => {
  const before = [stored('c1', 'ann', 'director', { kind: 'crew', set_by: 'ruth' }), stored('c2', 'bea', 'Ghost')];
  const sent = ['jo', 'bea', 'ann'].map((who) => person(who));
  const after = reconcileCredits(before, [{ kind: 'crew', role: 'Director', ord: 1, people: sent }], 'me');
  expect(after.map(({ person_id, place, set_by }) => [person_id, place, set_by])).toEqual([
    ['jo', 0, 'me'],
    ['bea', 1, 'me'],
    ['ann', 2, 'ruth'],
  ]);
});

const people = fc.constantFrom('ann', 'bea', 'cy', 'di');
const role = fc.constantFrom('Hamlet', 'Ghost', 'Lighting');
const kind = fc.constantFrom('cast' as const, 'crew' as const);
const roles: fc.Arbitrary<ResolvedRole[]> = fc
  .array(
    fc.record({
      kind,
      role,
      people: fc.array(fc.tuple(people, fc.constantFrom('', 'c0', 'c1', 'c9')), { maxLength: 4 }),
    }),
    { maxLength: 6 },
  )
  .map((all) =>
    all.map((one, ord) => ({ ...one, ord, people: one.people.map(([who, credit]) => person(who, credit)) })),
  );

test('for any roles, each person has one credit per role and position, and no credit id is used twice', () => {
  const before = fc
    .array(fc.tuple(people, role, kind), { maxLength: 6 })
    .map((all) => all.map(([who, of, side], at) => stored(`c${at}`, who, of, { kind: side })));
  fc.assert(
    fc.property(before, roles, (credits, wanted) => {
      const after = reconcileCredits(credits, wanted, 'me');
      const ids = after.flatMap((credit) => ('id' in credit ? [credit.id] : []));
      expect(new Set(ids).size).toBe(ids.length);
      const places = after
        .map(({ kind: side, role: of, ord, person_id }) => `${side} ${of} ${ord} ${person_id}`)
        .sort();
      const wantedCredits = wanted.flatMap((one) =>
        one.people.map((who) => `${one.kind} ${one.role} ${one.ord} ${who.person_id}`),
      );
      expect(places).toEqual([...new Set(wantedCredits)].sort());
      // Saving the same credits again changes nothing
      const again = after.map((credit, at) => ('id' in credit ? credit : { ...credit, id: `new${at}` }));
      const same = again.map(({ id, person_id, kind: side, role: of, ord }) => ({
        kind: side,
        role: of,
        ord,
        people: [person(person_id, id)],
      }));
      expect(reconcileCredits(again, same, 'you')).toEqual(again);
    }),
  );
});

test('reconciling the five thousand credits of a pageant takes less than a second', () => {
  const many = Array.from({ length: 5000 }, (_, n) => stored(`c${n}`, 'ann', `Player ${n}`, { ord: n }));
  const roles = many.map(({ role, ord }): ResolvedRole => ({ kind: 'crew', role, ord, people: [person('ann')] }));
  // This took 20 s when every pair was compared
  expect(measureProcessorTime(() => expect(reconcileCredits(many, roles, 'me')).toHaveLength(5000))).toBeLessThan(1000);
});
