import { readSettings } from '#features/society/server/index.ts';
import { inTurns } from '#platform/server/background/event-loop.ts';
import type { Found, PublicRecords } from '#platform/server/feature/public-pages.ts';
import { type CalendarDate, dateInWords, isPast, yearOf } from '#platform/shared/dates.ts';
import { lastOf } from '#platform/shared/last-of.ts';
import { rowByRow } from '#platform/shared/row-by-row.ts';
import { personAddress, showAddress } from '../address.ts';
import { byline } from '../byline.ts';
import { isOnSite } from '../on-site.ts';
import { cachedByRecord, type OnRecord } from './on-record.ts';
import type { PersonOnRecord } from './people-on-record.ts';
import { addressOnRecord, type Posters, postersIn } from './posters.ts';
import type { ShowOnRecord } from './shows-on-record.ts';

type View = Parameters<PublicRecords['found']>[0];

const listedAt = cachedByRecord<View, Awaited<ReturnType<PublicRecords['listed']>>>(
  () => '',
  async ({ shows, byId, people }) => {
    const isPublic = (id: string) => {
      const show = byId.get(id);
      return show !== undefined && isOnSite(show);
    };
    return [
      ...shows.filter(isOnSite).map((show) => ({ path: showAddress(show), changed: show.updated_at })),
      ...(await people())
        .filter((person) => person.shows.some(isPublic))
        .map(({ id, name }) => ({ path: personAddress(id, name) })),
    ];
  },
);

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

const showItem = (show: ShowOnRecord, poster: string): Found => ({
  type: 'show',
  title: show.title,
  href: showAddress(show),
  detail: [byline(show.author), dateInWords(show.date, show.date_precision), show.cancelled && 'cancelled']
    .filter(Boolean)
    .join(', '),
  also: show.author === '' ? [] : [show.author],
  poster,
});

const showItems = new WeakMap<ShowOnRecord, Found>();

/** The same for a show on record: one object as long as nothing in it changes. */
function itemOnRecord(show: ShowOnRecord, posters: Posters): Found {
  const poster = addressOnRecord(show, posters);
  const known = showItems.get(show);
  if (known?.poster === poster) return known;
  const item = showItem(show, poster);
  showItems.set(show, item);
  return item;
}

/** Stands for a show or a person that nobody can find. */
const hidden = null;

const showsWith = lastOf((designs: Posters['designs'], society: string) =>
  rowByRow((show: ShowOnRecord) => (isOnSite(show) ? itemOnRecord(show, { designs, society }) : hidden)),
);

/** Overnight, coming shows become past ones. */
const peopleOn = lastOf((day: CalendarDate, byId: OnRecord['byId']) =>
  rowByRow((person: PersonOnRecord) => {
    const theirs = person.shows.flatMap((id) => byId.get(id) ?? []).filter(isOnSite);
    return theirs.length === 0 ? hidden : personItem(person, theirs, day);
  }),
);

/** Somebody's years are those of the shows that were on by this day. */
function personItem(person: PersonOnRecord, theirs: readonly ShowOnRecord[], day: CalendarDate): Found {
  const { id, name, also } = person;
  const past = theirs.filter(({ cancelled, date, date_precision }) => !cancelled && isPast(date, date_precision, day));
  const detail = [yearsOf(past), also.length > 0 && `also known as ${inList.format(also)}`].filter(Boolean).join(', ');
  return { type: 'member', title: name, href: personAddress(id, name), detail, also: [...also], poster: '' };
}

/** Made once for each change of the archive; others have their turn in between. */
const foundAt = cachedByRecord<View & { society: string }, readonly Found[]>(
  ({ society, today: day }) => `${day} ${society}`,
  async ({ shows, byId, people }, { db, society, today: day }) => {
    const { designs } = await postersIn(db, society);
    const found = await inTurns(showsWith(designs, society).inSteps(shows));
    const named = await inTurns(peopleOn(day, byId).inSteps(await people()));
    return [...found, ...named].filter((item) => item !== hidden);
  },
);

/** The shows that visitors see, and who was in them. */
export const showsForVisitors: PublicRecords = {
  listed: listedAt,
  found: async (view) => foundAt({ ...view, society: (await readSettings(view.db)).siteName }),
};
