import { yearOf } from '#platform/shared/dates/dates.ts';
import { fold } from '#platform/shared/text/text.ts';
import type { MembersShowEntry } from './contract.ts';

type Sought = Pick<MembersShowEntry, 'title' | 'season' | 'date' | 'directors'>;

/** Returns the shows that match every search word at the start of a word of the title, season, year or directors. */
export function searchShows<Show extends Sought>(shows: readonly Show[], search: string): readonly Show[] {
  const words = fold(search).split(' ').filter(Boolean);
  if (words.length === 0) return shows;
  return shows.filter(({ title, season, date, directors }) => {
    const told = ` ${fold([title, season, yearOf(date), ...directors].join(' '))}`;
    return words.every((word) => told.includes(` ${word}`));
  });
}
