import { expect, test } from 'vitest';
import type { PersonMatches } from '../contract.ts';
import { buildPersonOptions, findOnlyPossiblePerson, formatUnchosenRemark } from './person-field.tsx';

const gwen = { id: 'g', name: 'Gwen Parry', also: 'Gwen Hughes', shows: 1 };
const found: PersonMatches = {
  people: [gwen],
  more: 0,
  near: [{ id: 'n', name: 'Gwenda Parry', also: '', shows: 12 }],
};
const nobody: PersonMatches = { people: [], more: 0, near: [] };
const texts = (name: string, of: PersonMatches, addsNew: boolean) =>
  buildPersonOptions(name, of, addsNew).map(({ text }) => text);

test('the options for a person are names that contain the text, then similar names, then a new person', () => {
  expect(texts('Gwen P', found, true)).toEqual([
    'Gwen Parry, once Gwen Hughes',
    'Did you mean Gwenda Parry?',
    'Add “Gwen P”',
  ]);
  expect(buildPersonOptions('Gwen P', found, true).map(({ note }) => note)).toEqual([
    'one show',
    '12 shows',
    'as a new person',
  ]);
});

test('a new person is offered only where allowed, and never for a name that somebody has or had', () => {
  for (const name of ['gwen  parry', 'GWEN HUGHES']) expect(texts(name, found, true)).not.toContain(`Add “${name}”`);
  expect(texts('Gwen P', found, false)).toHaveLength(2);
});

test('an exact name of a person is chosen at once, but a partial name needs a choice', () => {
  expect(findOnlyPossiblePerson('gwen hughes', found, true)).toMatchObject({ id: 'g' });
  expect(findOnlyPossiblePerson('Gwen', found, true)).toBeNull();
  expect(findOnlyPossiblePerson('Gwenda Pary', { ...nobody, near: found.near }, true)).toBeNull();
  expect(findOnlyPossiblePerson('Zoë Łoś', nobody, true)).toEqual({ id: '', name: 'Zoë Łoś' });
  expect(findOnlyPossiblePerson('Zoë Łoś', nobody, false)).toBeNull();
});

test('a name that two people have needs a choice, but a present name has priority over a former one', () => {
  const namesake = { id: 'h', name: 'Gwen Parry', also: '', shows: 3 };
  expect(findOnlyPossiblePerson('Gwen Parry', { ...found, people: [gwen, namesake] }, true)).toBeNull();
  const hughes = { id: 'i', name: 'Gwen Hughes', also: '', shows: 2 };
  expect(findOnlyPossiblePerson('Gwen Hughes', { ...found, people: [gwen, hughes] }, true)).toMatchObject({ id: 'i' });
});

test('people with the same name and number of shows are told apart by their years and a show', () => {
  const namesakes = [
    { id: 'h', name: 'Gwen Parry', also: '', shows: 1, career: '1987, in Hamlet' },
    { id: 'i', name: 'Gwen Parry', also: '', shows: 1, career: '2012, in Rope' },
  ];
  const notes = buildPersonOptions('Gwen Parry', { ...nobody, people: namesakes }, true).map(({ note }) => note);
  expect(notes).toEqual(['one show, 1987, in Hamlet', 'one show, 2012, in Rope']);
});

test('the remark on an unchosen name suggests adding someone new only if that is possible', () => {
  const remark = (name: string, of: PersonMatches, addsNew = true) =>
    formatUnchosenRemark(name, buildPersonOptions(name, of, addsNew));
  expect(remark('Gwen', found)).toBe('Gwen hasn’t been chosen yet: choose who it is, or add someone new.');
  expect(remark('Gwen', found, false)).toBe('Gwen hasn’t been chosen yet: choose from the list.');
  const namesakes = { ...found, people: [gwen, { id: 'h', name: 'Gwen Parry', also: '', shows: 3 }] };
  expect(remark('Gwen Parry', namesakes)).toBe('Gwen Parry hasn’t been chosen yet: choose from the list.');
});
