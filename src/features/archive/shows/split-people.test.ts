import { describe, expect, test } from 'vitest';
import { splitPeople } from './split-people.ts';

describe('a cell with several people is split', () => {
  test.each([
    ['Ann Hale & Tom Pell', ['Ann Hale', 'Tom Pell']],
    ['Ann Hale, Tom Pell & Ivy Marsh', ['Ann Hale', 'Tom Pell', 'Ivy Marsh']],
    ['Ann Hale, Tom Pell, and Ivy Marsh', ['Ann Hale', 'Tom Pell', 'Ivy Marsh']],
    ['Ann Hale/Tom Pell', ['Ann Hale', 'Tom Pell']],
    ['Ann Hale/ Tom Pell-Grey', ['Ann Hale', 'Tom Pell-Grey']],
    ['Ann Hale and Tom Pell', ['Ann Hale', 'Tom Pell']],
    ['Ann Hale AND Tom Pell', ['Ann Hale', 'Tom Pell']],
    ['Ann Hale&Tom Pell', ['Ann Hale', 'Tom Pell']],
    ['Ann Hale\u00a0&\u00a0Tom Pell\u00a0', ['Ann Hale', 'Tom Pell']],
    ['A Hale/T Pell', ['A Hale', 'T Pell']],
    ['Ann Hale & Ann Hale', ['Ann Hale']],
    ['Ann Hale & ', ['Ann Hale']],
    ['Ann Hale\r\nTom Pell\nIvy Marsh\n', ['Ann Hale', 'Tom Pell', 'Ivy Marsh']],
    ['Ann Hale,\nTom Pell,\n MBE &\nand Ivy Marsh', ['Ann Hale', 'Tom Pell, MBE', 'Ivy Marsh']],
  ])('the cell %s is split into its people', (cell, people) => expect(splitPeople(cell)).toEqual(people));
});

describe('a cell with one person is not split', () => {
  test.each([
    'Sandy Anderson',
    'Andy Brand',
    'Roland Sands',
    'Mark O’Dowd',
    'Pat Fane-Bailey',
    'Tom Pell, MBE',
    'Tom Pell, Jr.',
  ])('the cell %s is one person', (name) => expect(splitPeople(name)).toEqual([name]));
});

test.each(['', ' \u00a0', 'n/a', 'TBC', '?', '-', 'Unknown'])('the cell %j credits nobody', (cell) =>
  expect(splitPeople(cell)).toEqual([]),
);
