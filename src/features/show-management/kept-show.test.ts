import { expect, test } from 'vitest';
import { eachText, noFacts } from '#features/shows/fields.ts';
import { isKeptLike, isSameShow, withNewKeys } from './kept-show.ts';
import { type Draft, newKey } from './show-draft.ts';

const texts = { ...eachText(''), date: '', first_date: '' };
const person = { key: 'c1', credit: 'c1', id: 'p1', name: 'Ann Hale', as: '' };
const role = { key: 'cast0', kind: 'cast' as const, role: 'Miranda', people: [person] };
const draft: Draft = { texts, ...noFacts, roles: [role] };
const kept = { draft, base: { draft, version: 3 } };

test('what an editor kept is taken up again as it was', () => {
  const back: unknown = JSON.parse(JSON.stringify(kept));
  expect(isKeptLike(draft)(back) && back).toEqual(kept);
});

test.each<[string, unknown]>([
  ['nothing', null],
  ['a text', 'draft'],
  ['one without what it was typed over', { draft }],
  ['one without its version', { draft, base: { draft } }],
  ['one from before a field was added', { ...kept, draft: { ...draft, texts: { ...texts, venue: undefined } } }],
  ['one with a role of another kind', { ...kept, draft: { ...draft, roles: [{ ...role, kind: 'band' }] } }],
  ['one with people of another kind', { ...kept, draft: { ...draft, roles: [{ ...role, people: ['Ann Hale'] }] } }],
])('%s is no draft of a show', (_, other) => expect(isKeptLike(draft)(other)).toBe(false));

const keysOf = ({ roles }: Draft) => roles.flatMap(({ key, people }) => [key, ...people.map((one) => one.key)]);

test('rows that were kept don’t share their keys with those that are added now', () => {
  const added = { ...role, key: newKey(), people: [{ ...person, key: newKey() }] };
  const kept = { ...draft, roles: [added] };
  const [first, second] = [withNewKeys(kept), withNewKeys(kept)];
  expect(new Set([kept, first, second].flatMap(keysOf)).size).toBe(6);
  expect(isSameShow(first, kept)).toBe(true);
});

test('rows of the saved show keep their keys, so that what was typed into one early is still in it', () => {
  expect(keysOf(withNewKeys(draft))).toEqual(keysOf(draft));
});
