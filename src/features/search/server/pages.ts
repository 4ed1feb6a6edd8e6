import { blogAddress } from '#features/blog/addresses.ts';
import { blogTitles } from '#features/blog/server/index.ts';
import { postAddress } from '#features/posts/address.ts';
import { publicPosts } from '#features/posts/server/index.ts';
import { personAddress, showAddress } from '#features/shows/address.ts';
import { byline } from '#features/shows/byline.ts';
import type { ListShows } from '#features/shows/contract.ts';
import { otherNames, publicNames } from '#features/shows/people/server/index.ts';
import { archiveAt, everyShow, posterAddress, postersIn } from '#features/shows/server/index.ts';
import { readSettings } from '#features/society/server/index.ts';
import { cachedByRevision } from '#platform/server/database/cache-by-revision.ts';
import { everyone } from '#platform/server/http/access.ts';
import type { PageRequest } from '#platform/server/http/page.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { dateInWords, type Instant, today, yearOf } from '#platform/shared/dates.ts';
import { readQuestion, SEARCH_KEYS } from '../address.ts';
import type { SearchContent, SearchItem } from '../contract.ts';
import { firstView } from '../match.ts';

export function searchPages({ page }: Platform): void {
  const access = everyone;
  page('/search', { type: 'search', access, query: SEARCH_KEYS, firstView: answerPart }, async (visit) =>
    everythingAt(visit),
  );
}

const answerPart = (content: SearchContent, { query }: { query: URLSearchParams }) =>
  firstView(content, readQuestion(query));

/** The pages that a society always has, and the words people search them by. */
const places: readonly SearchItem[] = [
  { href: '/past-shows', title: 'Past shows', also: ['archive history productions'] },
  { href: '/auditions', title: 'Auditions', also: ['joining take part'] },
  { href: '/about-us', title: 'About us', also: ['find us map address'] },
  { href: '/contact', title: 'Write to us', also: ['contact email'] },
  { href: '/tickets', title: 'Tickets', also: ['book booking box office'] },
  { href: '/members', title: 'Members', also: ['log in sign in login join register'] },
  { href: '/privacy', title: 'Privacy', also: ['cookies data'] },
  { href: '/accessibility', title: 'Accessibility', also: [] },
].map((place) => ({ ...place, type: 'post', detail: '', poster: '' }));

/** "1974–2026": from everyone's first past show to their last. */
function yearsOf({ shows, members }: ListShows): Map<string, string> {
  const years = new Map(shows.map(({ id, date }) => [id, yearOf(date)]));
  return new Map(
    Object.entries(members).map(([id, { shows: theirs }]) => {
      let [first, last] = [9999, 0];
      for (const show of theirs) {
        const year = years.get(show) ?? first;
        if (year < first) first = year;
        if (year > last) last = year;
      }
      return [id, first === last ? `${first}` : `${first}–${last}`];
    }),
  );
}

const inList = new Intl.ListFormat('en-GB');

type View = Pick<PageRequest, 'db' | 'revision' | 'now' | 'today' | 'until'>;

/** Every public item, made once for each revision of the site. */
const everythingAt = cachedByRevision<View, SearchContent>(async (view) => {
  const { db, now } = view;
  const { siteName, timeZone } = await readSettings(db);
  const dayOf = (moment: Instant | null) => (moment ? dateInWords(today(moment, timeZone), 'day') : '');
  const posters = await postersIn(db, siteName);
  const shows = (await everyShow(db)).map(
    (show): SearchItem => ({
      type: 'show',
      title: show.title,
      href: showAddress(show),
      detail: [byline(show.author), dateInWords(show.date, show.date_precision), show.cancelled && 'cancelled']
        .filter(Boolean)
        .join(', '),
      also: show.author === '' ? [] : [show.author],
      poster: posterAddress(show, posters),
    }),
  );
  const others = Map.groupBy(await otherNames(db), ({ id }) => id);
  const years = yearsOf(await archiveAt({ ...view, society: siteName }));
  const people = (await publicNames(db)).map(({ id, name }): SearchItem => {
    const also = others.get(id)?.map((other) => other.name) ?? [];
    const detail = [years.get(id), also.length > 0 && `also known as ${inList.format(also)}`]
      .filter(Boolean)
      .join(', ');
    return { type: 'member', title: name, href: personAddress(id, name), detail, also, poster: '' };
  });
  const posts = (await publicPosts(db, now)).map(
    ({ id, title, published_at }): SearchItem => ({
      type: 'post',
      title,
      href: postAddress(id),
      detail: dayOf(published_at),
      also: [],
      poster: '',
    }),
  );
  const blog = (await blogTitles(db, now)).map(
    ({ key, title, published_at }): SearchItem => ({
      type: 'blog',
      title,
      href: blogAddress(key),
      detail: dayOf(published_at),
      also: [],
      poster: '',
    }),
  );
  return { type: 'search', title: 'Search', items: [...shows, ...people, ...posts, ...places, ...blog] };
});
