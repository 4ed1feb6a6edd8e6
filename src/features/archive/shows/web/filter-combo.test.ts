import { expect, test } from 'vitest';
import type { ShowListContent } from '../contract.ts';
import { listMemberOptions } from './filter-combo.tsx';

test('in the filter by member, people with the same names are told apart by the number and years of their shows', () => {
  const shows = [
    { id: 'hamlet', date: '1987-05-01' },
    { id: 'thark', date: '1991-05-01' },
    { id: 'rope', date: '2012-05-01' },
  ] as ShowListContent['shows'];
  const member = (name: string, ...theirs: string[]) => ({ name, also_known_as: [], shows: theirs });
  const members = {
    b: member('ANN HALE', 'rope'),
    a: member('Ann Hale', 'hamlet', 'thark'),
    c: { ...member('Ann Hale', 'rope'), also_known_as: ['Ann Stott'] },
    d: member('Bob Hale', 'rope'),
  };
  expect(listMemberOptions({ members, shows })).toEqual([
    { id: 'a', text: 'Ann Hale', key: 'ann hale', note: '2 shows, 1987 to 1991' },
    { id: 'b', text: 'ANN HALE', key: 'ann hale', note: '1 show, 2012' },
    { id: 'c', text: 'Ann Hale, also known as Ann Stott', key: 'ann hale ann stott' },
    { id: 'd', text: 'Bob Hale', key: 'bob hale' },
  ]);
});
