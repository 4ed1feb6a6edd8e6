import { expect, test } from 'vitest';
import { buildTextFields, defaultFacts } from '#features/archive/shows/fields.ts';
import { createRowKey, createShowDraftGuard, isSameShow, regenerateRowKeys, type ShowDraft } from './show-draft.ts';

const texts = { ...buildTextFields(''), date: '', first_date: '' };
const person = { key: 'c1', credit: 'c1', id: 'p1', name: 'Ann Hale', as: '' };
const role = { key: 'cast0', kind: 'cast' as const, role: 'Miranda', people: [person] };
const draft: ShowDraft = { texts, ...defaultFacts, roles: [role] };
const stored = { draft, base: { draft, version: 3 } };

test('a stored draft of a show passes validation unchanged', () => {
  const back: unknown = JSON.parse(JSON.stringify(stored));
  expect(createShowDraftGuard(draft)(back) && back).toEqual(stored);
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
  expect(createShowDraftGuard(draft)(other)).toBe(false),
);

const keysOf = ({ roles }: ShowDraft) => roles.flatMap(({ key, people }) => [key, ...people.map((one) => one.key)]);

test('restored rows get keys that no new row has', () => {
  const added = { ...role, key: createRowKey(), people: [{ ...person, key: createRowKey() }] };
  const stored = { ...draft, roles: [added] };
  const [first, second] = [regenerateRowKeys(stored), regenerateRowKeys(stored)];
  expect(new Set([stored, first, second].flatMap(keysOf)).size).toBe(6);
  expect(isSameShow(first, stored)).toBe(true);
});

test('restored rows of the saved show keep their keys', () => {
  expect(keysOf(regenerateRowKeys(draft))).toEqual(keysOf(draft));
});
