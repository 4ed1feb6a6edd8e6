import { expect, test } from 'vitest';
import { defaultFacts, fillTextFields } from '#features/archive/shows/fields.ts';
import { createRowKey, type ShowDraft } from './show-draft.ts';
import { createStoredDraftGuard, isSameShow, renewRowKeys } from './stored-show-draft.ts';

const texts = { ...fillTextFields(''), date: '', first_date: '' };
const person = { key: 'c1', credit: 'c1', id: 'p1', name: 'Ann Hale', as: '' };
const role = { key: 'cast0', kind: 'cast' as const, role: 'Miranda', people: [person] };
const draft: ShowDraft = { texts, ...defaultFacts, roles: [role] };
const stored = { draft, base: { draft, version: 3 } };

test('what an editor kept is taken up again as it was', () => {
  const back: unknown = JSON.parse(JSON.stringify(stored));
  expect(createStoredDraftGuard(draft)(back) && back).toEqual(stored);
});

test.each<[string, unknown]>([
  ['nothing', null],
  ['a text', 'draft'],
  ['one without what it was typed over', { draft }],
  ['one without its version', { draft, base: { draft } }],
  ['one from before a field was added', { ...stored, draft: { ...draft, texts: { ...texts, venue: undefined } } }],
  ['one with a role of another kind', { ...stored, draft: { ...draft, roles: [{ ...role, kind: 'band' }] } }],
  ['one with people of another kind', { ...stored, draft: { ...draft, roles: [{ ...role, people: ['Ann Hale'] }] } }],
])('%s is no draft of a show', (_, other) => expect(createStoredDraftGuard(draft)(other)).toBe(false));

const keysOf = ({ roles }: ShowDraft) => roles.flatMap(({ key, people }) => [key, ...people.map((one) => one.key)]);

test('rows that were kept don’t share their keys with those that are added now', () => {
  const added = { ...role, key: createRowKey(), people: [{ ...person, key: createRowKey() }] };
  const stored = { ...draft, roles: [added] };
  const [first, second] = [renewRowKeys(stored), renewRowKeys(stored)];
  expect(new Set([stored, first, second].flatMap(keysOf)).size).toBe(6);
  expect(isSameShow(first, stored)).toBe(true);
});

test('rows of the saved show keep their keys, so that what was typed into one early is still in it', () => {
  expect(keysOf(renewRowKeys(draft))).toEqual(keysOf(draft));
});
