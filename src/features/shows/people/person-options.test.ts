import { expect, test } from 'vitest';
import type { FoundPeople } from './contract.ts';
import { onlyMeant, personOptions } from './person-options.ts';

const gwen = { id: 'g', name: 'Gwen Parry', also: 'Gwen Hughes', shows: 1 };
const found: FoundPeople = { people: [gwen], near: [{ id: 'n', name: 'Gwenda Parry', also: '', shows: 12 }] };
const nobody: FoundPeople = { people: [], near: [] };
const texts = (name: string, of: FoundPeople, addsNew: boolean) =>
  personOptions(name, of, addsNew).map(({ text }) => text);

test('those who have it in their name come first, then those nearly so called, then someone new', () => {
  expect(texts('Gwen P', found, true)).toEqual([
    'Gwen Parry, once Gwen Hughes',
    'Did you mean Gwenda Parry?',
    'Add “Gwen P”',
  ]);
  expect(personOptions('Gwen P', found, true).map(({ note }) => note)).toEqual([
    'one show',
    '12 shows',
    'as someone new',
  ]);
});

test('"add new" is not offered for a name in use, past or present, nor when only existing people are allowed', () => {
  for (const name of ['gwen  parry', 'GWEN HUGHES']) expect(texts(name, found, true)).not.toContain(`Add “${name}”`);
  expect(texts('Gwen P', found, false)).toHaveLength(2);
});

test('a full name is taken at once, part of one is asked about, and an unknown one is someone new', () => {
  expect(onlyMeant('gwen hughes', found, true)).toMatchObject({ id: 'g' });
  expect(onlyMeant('Gwen', found, true)).toBeNull();
  expect(onlyMeant('Gwenda Pary', { people: [], near: found.near }, true)).toBeNull();
  expect(onlyMeant('Zoë Łoś', nobody, true)).toEqual({ id: '', name: 'Zoë Łoś' });
  expect(onlyMeant('Zoë Łoś', nobody, false)).toBeNull();
});
