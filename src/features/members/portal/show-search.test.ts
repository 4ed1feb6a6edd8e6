import { expect, test } from 'vitest';
import { searchShows } from './show-search.ts';

const shows = [
  { title: 'The Doll’s House', season: 'Spring', date: '2019-05-04', directors: ['Zoë Łoś'] },
  { title: 'Hay Fever', season: 'Autumn', date: '1987-10-03', directors: ['Ann Hale', 'Tom Okafor'] },
];
const found = (search: string) => searchShows(shows, search).map(({ title }) => title);

test('a member finds a show by what they remember of its title, year, season or director', () => {
  expect(found('dolls')).toEqual(['The Doll’s House']);
  expect(found('hale 1987')).toEqual(['Hay Fever']);
  expect(found('zoe')).toEqual(['The Doll’s House']);
  expect(found('autumn fev')).toEqual(['Hay Fever']);
});

test('every word has to fit, and the middle of a word does not', () => {
  expect(found('hale 2019')).toEqual([]);
  expect(found('ouse')).toEqual([]);
});

test('nothing searched for is all of them', () => {
  expect(found(' ')).toHaveLength(2);
});
