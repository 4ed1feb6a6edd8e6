import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ShowDetails } from '#features/archive/shows/edit-contract.ts';
import { buildShowTextFields, defaultShowFacts } from '#features/archive/shows/fields.ts';
import {
  createRowKey,
  createStoredShowDraftGuard,
  diffShowDrafts,
  formatShowPart,
  isSameShowDraft,
  listNamesakes,
  mergeShowDrafts,
  regenerateRowKeys,
  type ShowDraft,
  type ShowPart,
  toSaveShowBody,
  toShowDraft,
} from './show-draft.ts';

const texts = { ...buildShowTextFields(''), date: '', first_date: '' };
const person = { key: 'c1', credit: 'c1', id: 'p1', name: 'Ann Hale', as: '' };
const role = { key: 'cast0', kind: 'cast' as const, role: 'Miranda', people: [person] };
const draft: ShowDraft = { texts, ...defaultShowFacts, roles: [role] };
const stored = { draft, base: { draft, version: 3 } };

test('a stored draft of a show passes validation unchanged', () => {
  const back: unknown = JSON.parse(JSON.stringify(stored));
  expect(createStoredShowDraftGuard(draft)(back) && back).toEqual(stored);
});

test.each<[string, unknown]>([
  ['null', null],
  ['a string', 'draft'],
  ['a draft without its base', { draft }],
  ['a draft whose base has no version', { draft, base: { draft } }],
  ['a draft without a field', { ...stored, draft: { ...draft, texts: { ...texts, venue: undefined } } }],
  ['a draft with an unknown kind of role', { ...stored, draft: { ...draft, roles: [{ ...role, kind: 'band' }] } }],
  [
    'a draft with people that are strings',
    { ...stored, draft: { ...draft, roles: [{ ...role, people: ['Ann Hale'] }] } },
  ],
])('%s isn’t accepted as a stored draft of a show', (_, other) =>
  expect(createStoredShowDraftGuard(draft)(other)).toBe(false),
);

const keysOf = ({ roles }: ShowDraft) => roles.flatMap(({ key, people }) => [key, ...people.map((one) => one.key)]);

test('rows that were added on an earlier visit get new keys when the draft is restored', () => {
  const added = { ...role, key: createRowKey(), people: [{ ...person, key: createRowKey() }] };
  const stored = { ...draft, roles: [added] };
  const [first, second] = [regenerateRowKeys(stored), regenerateRowKeys(stored)];
  expect(new Set([stored, first, second].flatMap(keysOf)).size).toBe(6);
  expect(isSameShowDraft(first, stored)).toBe(true);
});

test('restored rows of the saved show keep their keys', () => {
  expect(keysOf(regenerateRowKeys(draft))).toEqual(keysOf(draft));
});

const details: ShowDetails = {
  id: 'AAAAAAAAAAAAAAAA',
  ...buildShowTextFields(''),
  title: 'Hamlet',
  date: '1987-04-11',
  date_precision: 'day',
  first_date: '1987-04-08',
  first_date_precision: 'day',
  ...defaultShowFacts,
  archived: false,
  updated_at: '2026-11-21T12:00:00.000Z',
  version: 3,
  poster: '',
};
const word = fc.constantFrom('', 'a', 'b', 'c');
const someone = fc.record({
  key: fc.constant('k'),
  credit: fc.constant(''),
  id: fc.constantFrom('p1', 'p2'),
  name: word,
  as: fc.constant(''),
});
const anyDraft: fc.Arbitrary<ShowDraft> = fc
  .record({
    title: word,
    author: word,
    cancelled: fc.boolean(),
    poster_number: fc.nat(9),
    roles: fc.array(
      fc.record({
        key: word,
        kind: fc.constantFrom('cast' as const, 'crew' as const),
        role: word,
        people: fc.array(someone, { maxLength: 2 }),
      }),
      { maxLength: 2 },
    ),
  })
  .map(({ title, author, cancelled, poster_number, roles }) => {
    const plain = toShowDraft({ showDetails: details, currentRoles: [] });
    return { ...plain, texts: { ...plain.texts, title, author }, cancelled, poster_number, roles };
  });

const idsOf = ({ roles }: ShowDraft) => roles.flatMap(({ people }) => people.map(({ id }) => id));

/** Returns the text of a part, and the ids of the people whom it names: cast first, as in the text. */
const toComparable = (of: ShowDraft, part: ShowPart) =>
  JSON.stringify([
    formatShowPart(of, part),
    part === 'roles' && idsOf({ ...of, roles: of.roles.toSorted((a, b) => a.kind.localeCompare(b.kind)) }),
  ]);

test('merged drafts of a show have each change that only one side made, and the chosen version of a conflict', () => {
  fc.assert(
    fc.property(anyDraft, anyDraft, anyDraft, (base, mine, theirs) => {
      for (const choice of ['mine', 'theirs'] as const) {
        const choices = { title: choice, author: choice, cancelled: choice, poster_number: choice, roles: choice };
        const both = mergeShowDrafts(base, mine, theirs, choices);
        for (const part of ['title', 'author', 'cancelled', 'poster_number', 'roles'] as const) {
          const [was, my, their, now] = [base, mine, theirs, both].map((one) => toComparable(one, part));
          if (was === my) expect(now).toBe(their);
          else if (was === their) expect(now).toBe(my);
          else expect(now).toBe(choice === 'mine' ? my : their);
        }
      }
    }),
  );
});

/** Returns the draft with other people of the same names. */
const withIds = (of: ShowDraft, id: string): ShowDraft => ({
  ...of,
  roles: of.roles.map((one) => ({ ...one, people: one.people.map((somebody) => ({ ...somebody, id })) })),
});

test('a change to another person of the same name counts as a change of the cast', () => {
  const namesake = withIds(draft, 'p2');
  expect(idsOf(mergeShowDrafts(draft, draft, namesake, {}))).toEqual(['p2']);
  expect(idsOf(mergeShowDrafts(draft, namesake, draft, {}))).toEqual(['p2']);
  expect(diffShowDrafts(draft, draft, namesake)).toMatchObject([{ part: 'roles', changedBy: 'theirs' }]);
  expect(diffShowDrafts(draft, namesake, draft)).toMatchObject([{ part: 'roles', changedBy: 'mine' }]);
});

test('two different people of the same name are a conflict, decided by choice', () => {
  const [mine, theirs] = [withIds(draft, 'p2'), withIds(draft, 'p3')];
  expect(diffShowDrafts(draft, mine, theirs)).toMatchObject([{ part: 'roles', changedBy: 'both' }]);
  expect(idsOf(mergeShowDrafts(draft, mine, theirs, {}))).toEqual(['p2']);
  expect(idsOf(mergeShowDrafts(draft, mine, theirs, { roles: 'theirs' }))).toEqual(['p3']);
  expect(listNamesakes(mine, theirs)).toEqual(['Ann Hale']);
});

test('a person without an id is matched to the saved person of that name, and gets that person’s id', () => {
  const [mine, theirs] = [withIds(draft, ''), withIds(draft, 'p2')];
  expect(diffShowDrafts({ ...draft, roles: [] }, mine, theirs)).toEqual([]);
  expect(idsOf(mergeShowDrafts({ ...draft, roles: [] }, mine, theirs, {}))).toEqual(['p2']);
});

test('drafts with the same changes have no differences, and a change by one side is no conflict', () => {
  fc.assert(
    fc.property(anyDraft, anyDraft, (base, mine) => {
      expect(diffShowDrafts(base, mine, mine)).toEqual([]);
      expect(diffShowDrafts(base, mine, base).every(({ changedBy }) => changedBy === 'mine')).toBe(true);
    }),
  );
});

test('a draft of a show contains its dates as text, and no first date if the show has only one date', () => {
  expect(toShowDraft({ showDetails: details, currentRoles: [] }).texts).toMatchObject({
    date: '11 April 1987',
    first_date: '8 April 1987',
  });
  const year = {
    ...details,
    date: '1987-01-01',
    first_date: '1987-01-01',
    date_precision: 'year',
    first_date_precision: 'year',
  } as const;
  expect(toShowDraft({ showDetails: year, currentRoles: [] }).texts).toMatchObject({ date: '1987', first_date: '' });
});

test('saved roles are numbered separately for cast and crew; empty rows are left out, but counted in the numbers', () => {
  const plain = toShowDraft({ showDetails: details, currentRoles: [] });
  const row = (kind: 'cast' | 'crew', role: string) => ({ key: role, kind, role, people: [] });
  const body = toSaveShowBody(
    { ...plain, roles: [row('cast', 'Hamlet'), row('crew', 'Lights'), row('cast', ''), row('cast', 'Ghost')] },
    0,
  );
  expect(body.roles).toMatchObject([
    { role: 'Hamlet', orderVal: 1 },
    { role: 'Lights', orderVal: 1 },
    { role: 'Ghost', orderVal: 3 },
  ]);
  expect(body).not.toHaveProperty('version');
});
