import { describe, expect, test } from 'vitest';
import { findColumns, SheetError } from '#platform/server/formats/sheet.ts';
import { archiveKind } from './archive-kind.ts';

const meaning = (...names: string[]) => [...findColumns(names, archiveKind).places];

describe('the columns of an archive are recognised by their headings', () => {
  test('the main headings are recognised as their columns', () => {
    const names =
      'title,subtitle,author,director,stage manager,first performance,last performance,venue,company,cancelled'.split(
        ',',
      );
    expect(meaning(...names)).toEqual(names.map((name, place) => [name, place]));
  });

  test('columns are recognised in any order and case, with hyphens, underscores or a colon, and by common synonyms', () => {
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

  test('a “year” column without a date column is the first performance, and a “date” column next to “opened” is the last', () => {
    expect(new Map(meaning('play', 'year')).get('first performance')).toBe(1);
    expect(new Map(meaning('play', 'opened', 'date')).get('last performance')).toBe(2);
  });
});

describe('headings that can’t be used are refused with advice', () => {
  test.each([
    [['title', 'director'], 'there’s no “last performance” or “first performance” or “date” or “year” or “season”.'],
    [['director', 'venue'], 'there’s no “title” and no “last performance”'],
    [['Laburnum Grove', '1940'], 'there’s no “title” and no “last performance”'],
    [['title', 'Play', 'year'], 'Two columns are both read as the title: “title” and “Play”'],
    [['title', 'opened', 'closed', 'date'], 'a third date column'],
  ])('the headings %j are refused', (names, message) => {
    expect(() => findColumns(names, archiveKind)).toThrow(SheetError);
    expect(() => findColumns(names, archiveKind)).toThrow(message);
  });
});
