import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDoorListName, getSortInitial, getSortName } from './list.ts';

test.each([
  ['Dorothy Hollis', 'Hollis, Dorothy', 'H'],
  ['Mr and Mrs J. Smith', 'Smith, Mr and Mrs J.', 'S'],
  ['Cher', 'Cher', 'C'],
  ['The Allotment Society', 'The Allotment Society', 'A'],
  ['The wardrobe', 'The wardrobe', 'W'],
  ['Hill Road Surgery', 'Hill Road Surgery', 'H'],
  ['St Luke’s Guild', 'St Luke’s Guild', 'S'],
  ['St Mary’s   Bell Ringers', 'St Mary’s Bell Ringers', 'S'],
  ['Quill & Sons Ltd.', 'Quill & Sons Ltd.', 'Q'],
  ['Alder Moor WI', 'Alder Moor WI', 'A'],
  // Names of people that sound like the name of a group
  ['Charity Hollis', 'Hollis, Charity', 'H'],
  ['Wi Seo-yun', 'Seo-yun, Wi', 'S'],
  ['Ann Guildford', 'Guildford, Ann', 'G'],
  ['Thea Church', 'Church, Thea', 'C'],
  ['Pat O’Shea', 'O’Shea, Pat', 'O'],
  ['Anna Guild', 'Guild, Anna', 'G'],
  ['ANNA GUILD', 'GUILD, ANNA', 'G'],
  ['zoë band', 'band, zoë', 'B'],
  ['Mary-Jane League', 'League, Mary-Jane', 'L'],
  ['Mrs Guild', 'Guild, Mrs', 'G'],
  ['Dr. Anna Maria Band', 'Band, Dr. Anna Maria', 'B'],
  ['Mr and Mrs Guild', 'Guild, Mr and Mrs', 'G'],
  ['Anna M. Guild', 'Guild, Anna M.', 'G'],
  ['A Band', 'Band, A', 'B'],
  // A name that was entered with a comma
  ['Guild, Anna', 'Guild, Anna', 'G'],
  // Names of groups with words that are also surnames
  ['The Guild', 'The Guild', 'G'],
  ['Village Band', 'Village Band', 'V'],
  ['RAF Band', 'RAF Band', 'R'],
  ['Mothers’ Guild', 'Mothers’ Guild', 'M'],
  ['St Anne’s Band', 'St Anne’s Band', 'S'],
  ['Alder Moor Guild', 'Alder Moor Guild', 'A'],
  ['Theatre Guild', 'Theatre Guild', 'T'],
  ['Band Aid', 'Band Aid', 'B'],
  ['Guild', 'Guild', 'G'],
  ['The', 'The', 'T'],
  ['  zoë   ågren ', 'ågren, zoë', 'Å'],
  ['2 Brewers', 'Brewers, 2', 'B'],
  ['007', '007', ''],
])('the name “%s” appears on the door list as “%s”, under the letter “%s”', (name, called, initial) => {
  expect(formatDoorListName(name)).toBe(called);
  expect(getSortInitial(name)).toBe(initial);
});

test('a name such as “Anna Guild” is sorted by its surname, although a guild is a group', () => {
  const given = fc.stringMatching(/^[A-ZÅÉ][a-zëéø]{2,9}(-[A-Z][a-z]{2,5})?$/);
  const surname = fc.constantFrom('Band', 'Guild', 'League');
  fc.assert(
    fc.property(given, surname, (first, last) => {
      // Skips first names that are also words in group names, such as "Village" and "School"
      fc.pre(formatDoorListName(`${first} Guild`) !== `${first} Guild`);
      expect(formatDoorListName(`${first} ${last}`)).toBe(`${last}, ${first}`);
      expect(getSortInitial(`${first} ${last}`)).toBe(last[0]);
      expect(formatDoorListName(`The ${first} ${last}`)).toBe(`The ${first} ${last}`);
    }),
  );
  fc.assert(
    fc.property(given, fc.constantFrom('Ltd', 'School', 'Theatre', 'Choir'), (first, last) => {
      expect(formatDoorListName(`${first} ${last}`)).toBe(`${first} ${last}`);
    }),
  );
});

test('a group is sorted by its name without the article', () => {
  const names = ['Zoë Ågren', 'The Allotment Society', 'Hill Road Surgery', 'Dorothy Hollis', 'The wardrobe'];
  const filed = names.toSorted((a, b) => getSortName(a).localeCompare(getSortName(b), 'en'));
  expect(filed).toEqual(['Zoë Ågren', 'The Allotment Society', 'Hill Road Surgery', 'Dorothy Hollis', 'The wardrobe']);
});
