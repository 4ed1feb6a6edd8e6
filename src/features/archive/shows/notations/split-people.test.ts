import { describe, expect, test } from 'vitest';
import { parsePeople, putGivenNameFirst, splitPeople } from './split-people.ts';

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
    'Ian St.John Smith',
    'Ada N.Quill',
    'Dr.A Quill Orme',
    'Ahmad bin Md.Noor Hassan',
    'Ada W.A.',
    'Anna-Lena Quill-Orme van-Dee',
    'RJ',
  ])('the cell %s is one person', (name) => expect(splitPeople(name)).toEqual([name]));
});

test.each(['', ' \u00a0', 'n/a', 'TBC', '?', '-', 'Unknown'])('the cell %j credits nobody', (cell) =>
  expect(splitPeople(cell)).toEqual([]),
);

describe('the people in a cell are found despite other words, initials and brackets', () => {
  test.each([
    ['Ada Quill with Ben Orme', ['Ada Quill', 'Ben Orme']],
    ['Directed by Ada Quill', ['Ada Quill']],
    ['Ada Quill, assisted by Ben Orme', ['Ada Quill', 'Ben Orme']],
    ['asst. Ben Orme', ['Ben Orme']],
    ['Mr & Mrs Orme', ['Mr Orme', 'Mrs Orme']],
    ['Ada Quill (Tues, Thurs), Ben Orme', ['Ada Quill (Tues, Thurs)', 'Ben Orme']],
    ['Ada Quill (u/s Ben Orme)', ['Ada Quill (u/s Ben Orme)']],
    ['Ada Quill d/o Ben Orme', ['Ada Quill d/o Ben Orme']],
    ['Ada A / L Quill, Ben Orme', ['Ada A / L Quill', 'Ben Orme']],
    ['Ada Quill and others', ['Ada Quill']],
    ['Quill & Orme Ltd., London', ['Quill & Orme Ltd., London']],
    ['Maj. B. Orme, M.M.', ['Maj. B. Orme, M.M.']],
    ['Ada Quill, Ben Orme, Cy Vane, Fox Ltd.', ['Ada Quill', 'Ben Orme', 'Cy Vane', 'Fox Ltd.']],
    ['Ada Quill et al.', ['Ada Quill']],
    ['Ada Quill, dkk', ['Ada Quill']],
    ['A. B. and C. Orme', ['A. B. Orme', 'C. Orme']],
    ['A & B Orme', ['A Orme', 'B Orme']],
    ['J & Ben Orme', ['J', 'Ben Orme']],
    ['Ada Quill.Ben Orme', ['Ada Quill', 'Ben Orme']],
    ['Ada Ng.Ben b. Orme (Sky)', ['Ada Ng', 'Ben b. Orme (Sky)']],
    ['Ada Quill-Ben Orme-Cy Van Dee-Di Fox-Eve', ['Ada Quill', 'Ben Orme', 'Cy Van Dee', 'Di Fox', 'Eve']],
  ])('the people in the cell %s are found', (cell, people) => expect(splitPeople(cell)).toEqual(people));

  test('a person who assists is marked, and a remark in brackets isn’t part of the name', () => {
    expect(parsePeople('Ada Quill (Tues), assisted by Ben Orme')).toEqual([
      { name: 'Ada Quill', as: 'Ada Quill (Tues)', assists: false },
      { name: 'Ben Orme', as: '', assists: true },
    ]);
  });
});

describe('a name with the surname first is put in the usual order', () => {
  test.each([
    ['Quill, Ada', 'Ada Quill'],
    ['van der Berg, Ada', 'Ada van der Berg'],
    ['Quill, Ada Jane', 'Ada Jane Quill'],
  ])('the text “%s” becomes the name %s', (text, name) => expect(putGivenNameFirst(text)).toBe(name));

  test.each(['Ada Quill, Ben', 'Ada Quill, Ben Orme', 'Pell, MBE', 'Quill, Ada, Orme'])(
    'the text “%s” is not read as a name with the surname first',
    (text) => expect(putGivenNameFirst(text)).toBeUndefined(),
  );

  test('several names with the surname first are separated by semicolons or lines', () => {
    const names = (text: string) => parsePeople(text, 'surname first').map(({ name }) => name);
    expect(names('Quill, Ada; Orme, Ben')).toEqual(['Ada Quill', 'Ben Orme']);
    expect(names('Quill, Ada\nOrme, Ben')).toEqual(['Ada Quill', 'Ben Orme']);
  });
});
