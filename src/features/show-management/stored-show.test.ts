import { expect, test } from 'vitest';
import { eachText, noFacts } from '#features/shows/fields.ts';
import { type Draft, newKey } from './show-draft.ts';
import { isSameShow, isStoredLike, withNewKeys } from './stored-show.ts';

const texts = { ...eachText(''), date: '', first_date: '' };
const person = { key: 'c1', credit: 'c1', id: 'p1', name: 'Ann Hale', as: '' };
const role = { key: 'cast0', kind: 'cast' as const, role: 'Miranda', people: [person] };
const draft: Draft = { texts, ...noFacts, roles: [role] };
const stored = { draft, base: { draft, version: 3 } };

test('what an editor kept is taken up again as it was', () => {
  const back: unknown = JSON.parse(JSON.stringify(stored));
  expect(isStoredLike(draft)(back) && back).toEqual(stored);
});

test.each<[string, unknown]>([
  ['nothing', null],
  ['a text', 'draft'],
  ['one without what it was typed over', { draft }],
  ['one without its version', { draft, base: { draft } }],
  ['one from before a field was added', { ...stored, draft: { ...draft, texts: { ...texts, venue: undefined } } }],
  ['one with a role of another kind', { ...stored, draft: { ...draft, roles: [{ ...role, kind: 'band' }] } }],
  ['one with people of another kind', { ...stored, draft: { ...draft, roles: [{ ...role, people: ['Ann Hale'] }] } }],
])('%s is no draft of a show', (_, other) => expect(isStoredLike(draft)(other)).toBe(false));

const keysOf = ({ roles }: Draft) => roles.flatMap(({ key, people }) => [key, ...people.map((one) => one.key)]);

test('rows that were kept don’t share their keys with those that are added now', () => {
  const added = { ...role, key: newKey(), people: [{ ...person, key: newKey() }] };
  const stored = { ...draft, roles: [added] };
  const [first, second] = [withNewKeys(stored), withNewKeys(stored)];
  expect(new Set([stored, first, second].flatMap(keysOf)).size).toBe(6);
  expect(isSameShow(first, stored)).toBe(true);
});

test('rows of the saved show keep their keys, so that what was typed into one early is still in it', () => {
  expect(keysOf(withNewKeys(draft))).toEqual(keysOf(draft));
});
