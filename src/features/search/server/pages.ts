import { everyone } from '../../../platform/server/http/access.ts';
import type { Visit } from '../../../platform/server/http/page.ts';
import type { Platform } from '../../../platform/server/http/platform.ts';
import { perRevision } from '../../../platform/server/per-revision.ts';
import { dateInWords, type Instant, today } from '../../../platform/shared/dates.ts';
import { blogAddress } from '../../blog/browsing.ts';
import { blogTitles } from '../../blog/server/index.ts';
import { publicNames } from '../../people/server/index.ts';
import { postAddress } from '../../posts/address.ts';
import { publicPosts } from '../../posts/server/index.ts';
import { personAddress, showAddress } from '../../shows/address.ts';
import { everyShow } from '../../shows/server/index.ts';
import { readSettings } from '../../site/server/index.ts';
import { readQuestion, SEARCH_KEYS } from '../address.ts';
import type { SearchContent, SearchItem } from '../contract.ts';
import { firstView } from '../matching.ts';

export function searchPages({ page }: Platform): void {
  const access = everyone;
  page('/search', { access, query: SEARCH_KEYS, firstView: answerPart }, async (visit) => everythingAt(visit));
}

const answerPart = (content: SearchContent, { query }: { query: URLSearchParams }) =>
  firstView(content, readQuestion(query));

type View = Pick<Visit, 'db' | 'revision' | 'now' | 'until'>;

/** Every public thing, made once for each state of the site. */
const everythingAt = perRevision<View, SearchContent>(async ({ db, now }) => {
  const { timeZone } = await readSettings(db);
  const dayOf = (moment: Instant | null) => (moment ? dateInWords(today(moment, timeZone), 'day') : '');
  const shows = (await everyShow(db)).map(
    (show): SearchItem => ({
      type: 'show',
      title: show.title,
      href: showAddress(show),
      detail: dateInWords(show.date, show.date_precision) + (show.cancelled ? ', cancelled' : ''),
    }),
  );
  const people = (await publicNames(db)).map(
    ({ id, name }): SearchItem => ({ type: 'member', title: name, href: personAddress(id, name), detail: '' }),
  );
  const posts = (await publicPosts(db, now)).map(
    ({ id, title, published_at }): SearchItem => ({
      type: 'post',
      title,
      href: postAddress(id),
      detail: dayOf(published_at),
    }),
  );
  const blog = (await blogTitles(db, now)).map(
    ({ key, title, published_at }): SearchItem => ({
      type: 'blog',
      title,
      href: blogAddress(key),
      detail: dayOf(published_at),
    }),
  );
  return { type: 'search', title: 'Search', items: [...shows, ...people, ...posts, ...blog] };
});
