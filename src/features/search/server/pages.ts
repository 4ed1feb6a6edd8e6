import { setImmediate } from 'node:timers/promises';
import { blogAddress } from '#features/blog/addresses.ts';
import { blogTitles } from '#features/blog/server/index.ts';
import { handbookTopics } from '#features/handbook/server/index.ts';
import { postAddress } from '#features/posts/address.ts';
import { publicPosts } from '#features/posts/server/index.ts';
import { personAddress, showAddress } from '#features/shows/address.ts';
import { byline } from '#features/shows/byline.ts';
import {
  addressOnRecord,
  cachedByRecord,
  type OnRecord,
  type PersonOnRecord,
  type Posters,
  postersIn,
  type ShowOnRecord,
} from '#features/shows/server/index.ts';
import { readSettings } from '#features/society/server/index.ts';
import { inTurns } from '#platform/server/background/event-loop.ts';
import { cachedByRevision } from '#platform/server/database/cache-by-revision.ts';
import { everyone } from '#platform/server/http/access.ts';
import type { PageRequest } from '#platform/server/http/page.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CalendarDate, dateInWords, type Instant, isPast, today, yearOf } from '#platform/shared/dates.ts';
import { lastOf } from '#platform/shared/last-of.ts';
import { rowByRow } from '#platform/shared/row-by-row.ts';
import { readQuestion, SEARCH_KEYS } from '../address.ts';
import type { SearchContent, SearchItem } from '../contract.ts';
import { firstView, foldedTexts, joined } from '../match.ts';

export function searchPages({ page }: Platform): void {
  const access = everyone;
  page('/search', { type: 'search', access, query: SEARCH_KEYS, firstView: answerPart }, async (visit) => {
    const content = await everythingAt(visit);
    return visit.visitor.signedIn ? withHandbook(content) : content;
  });
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

/** "1974–2026": from the first of somebody's past shows to the last. */
function yearsOf(past: readonly { date: CalendarDate }[]): string {
  let [first, last] = [9999, 0];
  for (const { date } of past) {
    const year = yearOf(date);
    if (year < first) first = year;
    if (year > last) last = year;
  }
  return first < last ? `${first}–${last}` : `${last || ''}`;
}

const inList = new Intl.ListFormat('en-GB');

type View = Pick<PageRequest, 'db' | 'revision' | 'now' | 'today' | 'until'>;

/** What members find besides: made once for each list, since a new one would have to be folded anew. */
const ofMembers = new WeakMap<SearchContent, Promise<SearchContent>>();

function withHandbook(content: SearchContent): Promise<SearchContent> {
  const made = ofMembers.get(content) ?? addHandbook(content);
  ofMembers.set(content, made);
  made.catch(() => ofMembers.delete(content));
  return made;
}

async function addHandbook(content: SearchContent): Promise<SearchContent> {
  const topics = (await handbookTopics()).map(
    ({ title, job, link }): SearchItem => ({
      type: 'post',
      title,
      href: link,
      detail: title === job ? 'Handbook' : `Handbook, ${job}`,
      also: ['handbook help how', job],
      poster: '',
    }),
  );
  return { ...content, items: joined(content.items, topics) };
}

const showItem = (show: ShowOnRecord, poster: string): SearchItem => ({
  type: 'show',
  title: show.title,
  href: showAddress(show),
  detail: [byline(show.author), dateInWords(show.date, show.date_precision), show.cancelled && 'cancelled']
    .filter(Boolean)
    .join(', '),
  also: show.author === '' ? [] : [show.author],
  poster,
});

const showItems = new WeakMap<ShowOnRecord, SearchItem>();

/** The same of a show on record: one object for as long as nothing of it changes. */
function itemOnRecord(show: ShowOnRecord, posters: Posters): SearchItem {
  const poster = addressOnRecord(show, posters);
  const known = showItems.get(show);
  if (known?.poster === poster) return known;
  const item = showItem(show, poster);
  showItems.set(show, item);
  return item;
}

/** Stands for a show and for a person that nobody finds. */
const hidden = null;

const showsWith = lastOf((designs: Posters['designs'], society: string) =>
  rowByRow((show: ShowOnRecord) => (show.archived_at === null ? itemOnRecord(show, { designs, society }) : hidden)),
);

/** From one day to the next coming shows become past ones. */
const peopleOn = lastOf((day: CalendarDate, byId: OnRecord['byId']) =>
  rowByRow((person: PersonOnRecord) => {
    const theirs = person.shows.flatMap((id) => byId.get(id) ?? []).filter(({ archived_at }) => archived_at === null);
    return theirs.length === 0 ? hidden : personItem(person, theirs, day);
  }),
);

/** The years that are told of somebody are those of the shows that were on by this day. */
function personItem(person: PersonOnRecord, theirs: readonly ShowOnRecord[], day: CalendarDate): SearchItem {
  const { id, name, also } = person;
  const past = theirs.filter(({ cancelled, date, date_precision }) => !cancelled && isPast(date, date_precision, day));
  const detail = [yearsOf(past), also.length > 0 && `also known as ${inList.format(also)}`].filter(Boolean).join(', ');
  return { type: 'member', title: name, href: personAddress(id, name), detail, also: [...also], poster: '' };
}

/** The shows and who was in them, made once for each change of the archive; others have their turn in between. */
const archiveAt = cachedByRecord<View & { society: string }, readonly SearchItem[]>(
  ({ society, today: day }) => `${day} ${society}`,
  async ({ shows, byId, people }, { db, society, today: day }) => {
    const { designs } = await postersIn(db, society);
    const found = await inTurns(showsWith(designs, society).inSteps(shows));
    const named = await inTurns(peopleOn(day, byId).inSteps(await people()));
    const items = [...found, ...named].filter((item) => item !== hidden);
    // To fold all of it is work enough for a turn of its own, and so is to match it.
    await setImmediate();
    foldedTexts(items);
    await setImmediate();
    return items;
  },
);

/** Every public item, made once for each revision of the site. */
const everythingAt = cachedByRevision<View, SearchContent>(async (view) => {
  const { db, now } = view;
  const { siteName, timeZone } = await readSettings(db);
  const dayOf = (moment: Instant | null) => (moment ? dateInWords(today(moment, timeZone), 'day') : '');
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
  const items = joined(await archiveAt({ ...view, society: siteName }), [...posts, ...places, ...blog]);
  return { type: 'search', title: 'Search', items };
});
