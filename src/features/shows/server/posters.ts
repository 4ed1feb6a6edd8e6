import { datesOf } from '../run.ts';
import { type PosterSubject, posterVersion } from './poster/poster.ts';
import type { ListedShow } from './store.ts';

type Billed = Pick<
  ListedShow,
  'id' | 'title' | 'author' | 'genre' | 'company' | 'date' | 'date_precision' | 'first_date' | 'first_date_precision'
>;

/** What a show's default poster is made from, signed by its company where that isn't the society. */
export const posterSubject = (show: Billed, society: string): PosterSubject => ({
  id: show.id,
  title: show.title,
  author: show.author,
  genre: show.genre,
  society: show.company || society,
  when: datesOf(show),
});

/** The address of a show's picture: its own artwork, else its default poster. A changed poster has a new address. */
export function posterAddress(show: Billed & { programme: string }, society: string): string {
  return show.programme || `/posters/${show.id}/${posterVersion(posterSubject(show, society))}.svg`;
}
