import { describe, expect, test } from 'vitest';
import { SheetError } from '#platform/server/formats/sheet.ts';
import { parseHeadings } from './headers.ts';

const meaning = (...names: string[]) => [...parseHeadings(names).places];

describe('columns are matched by what they mean', () => {
  test('as a society’s archive names them', () => {
    const names =
      'title,subtitle,author,director,stage manager,first performance,last performance,venue,company,cancelled'.split(
        ',',
      );
    expect(meaning(...names)).toEqual(names.map((name, place) => [name, place]));
  });

  test('in any order, case and spelling, with the words people use', () => {
    expect(
      meaning('GROUP', 'Play', 'Written_By', 'Directed by', 'Stage-Manager', 'Opened', 'closed:', 'Theatre'),
    ).toEqual([
      ['company', 0],
      ['title', 1],
      ['author', 2],
      ['director', 3],
      ['stage manager', 4],
      ['first performance', 5],
      ['last performance', 6],
      ['venue', 7],
    ]);
  });

  test('a year alone is the first performance, and beside it a date is the last', () => {
    expect(new Map(meaning('play', 'year')).get('first performance')).toBe(1);
    expect(new Map(meaning('play', 'opened', 'date')).get('last performance')).toBe(2);
  });

  test('a column that means nothing to us is named, not guessed at', () => {
    expect(parseHeadings(['title', 'year', 'box office takings', '']).unused).toEqual(['box office takings']);
  });

  test('a list of refused rows can be mended and imported again', () => {
    expect(parseHeadings(['line', 'column', 'reason', 'title', 'year']).unused).toEqual([]);
  });
});

describe('headings that can’t be used are refused with what to do', () => {
  test.each([
    [['title', 'director'], 'none of them is the last performance'],
    [['director', 'venue'], 'none of them is the title or the last performance'],
    [['Laburnum Grove', '1940'], 'Call one “title” and one “last performance”'],
    [['title', 'Play', 'year'], 'Two columns are both read as the title: “title” and “Play”'],
    [['title', 'opened', 'closed', 'date'], 'a third date column'],
  ])('%j', (names, message) => {
    expect(() => parseHeadings(names)).toThrow(SheetError);
    expect(() => parseHeadings(names)).toThrow(message);
  });
});
