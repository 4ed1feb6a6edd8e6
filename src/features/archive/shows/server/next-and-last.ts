import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { type CalendarDate, compareDates, getYear, type Instant, isPast } from '#platform/shared/dates/dates.ts';
import type { ArchiveSummary, DatedShow } from '../contract.ts';
import { showPath } from '../paths.ts';
import { getEarliestDay } from '../run.ts';
import { toShowEntry } from './list-pages.ts';
import { loadPosterContext, type PosterContext, showPosterUrl } from './posters.ts';
import { countShowsBefore, type ListedShow, listShowsAroundDay, listUncancelledShowsByIds } from './store.ts';

/** A show as other pages announce it. */
export type ShowCard = ListedShow & { poster: string; link: string };

/** Converts a show to the form for pages that link to it. */
export const toDatedShow = (show: ListedShow, posters: PosterContext): DatedShow => ({
  ...toShowEntry(show, posters),
  first_date_precision: show.first_date_precision,
});

/**
 * Lists the future shows, and at least `most` of the newest past shows, both newest first. A show that ended before
 * this year is never in the future, even if its date is imprecise.
 */
async function shownAround(db: DbReader, today: CalendarDate, most: number) {
  const year = `${today.slice(0, 4)}-01-01`;
  const { since, before } = await listShowsAroundDay(db, year, most);
  const { past = [], ahead = [] } = Object.groupBy(since, ({ date, date_precision }) =>
    isPast(date, date_precision, today) ? 'past' : 'ahead',
  );
  return { ahead, past: [...past, ...before], year };
}

/** Finds the last past show that wasn't cancelled, and the show with the given id, such as the next show. */
export async function findNextAndLastShow(
  { db, today }: { db: DbReader; today: CalendarDate },
  { society, next: nextId }: { society: string; next: Id | undefined },
): Promise<{ next: ShowCard | undefined; last: ShowCard | undefined }> {
  const posters = await loadPosterContext(db, society);
  const card = (show: ListedShow | undefined) =>
    show && { ...show, poster: showPosterUrl(show, posters), link: showPath(show) };
  const { ahead, past } = await shownAround(db, today, 2);
  // The next show is determined by performances, not by the dates entered for the show
  const next = ahead.find(({ id }) => id === nextId) ?? (nextId && (await listUncancelledShowsByIds(db, [nextId]))[0]);
  return { next: card(next || undefined), last: card(past.find(({ id }) => id !== nextId)) };
}

/** Finds the show that the site announces as the next one. */
export type NextShow = (
  db: DbReader,
  present: { today: CalendarDate; now: Instant },
) => Promise<{ id: Id } | undefined>;

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** The functions that find the next show, contributed by the feature for performances. */
    nextShows: readonly NextShow[];
  }
}

/**
 * Loads data for pages that link to shows: whether any show is in the future, the shows that open soonest apart from
 * the next show, and a summary of the archive if it has shows.
 */
export async function loadShowsSummary(
  { db, today }: { db: DbReader; today: string },
  society: string,
  { next, ...most }: { next: Id | undefined; coming: number; latest: number },
): Promise<{ isAnyAhead: boolean; coming_up: DatedShow[]; archive: ArchiveSummary | undefined }> {
  const { coming, latest } = most;
  const { ahead, past, year } = await shownAround(db, today, latest);
  const soonest = ahead
    .filter(({ id }) => id !== next)
    .toReversed()
    .map((show) => ({ show, day: getEarliestDay(show, today) }))
    .toSorted((a, b) => compareDates(a.day, b.day))
    .map(({ show }) => show);
  const before = await countShowsBefore(db, year);
  const recent = past.filter(({ date }) => date >= year);
  const oldest = before.first ?? recent.at(-1)?.date;
  const posters = await loadPosterContext(db, society);
  return {
    isAnyAhead: ahead.length > 0,
    coming_up: soonest.slice(0, coming).map((show) => toDatedShow(show, posters)),
    archive:
      oldest === undefined
        ? undefined
        : {
            total: before.total + recent.length,
            since: getYear(oldest),
            latest: past.slice(0, latest).map((show) => toShowEntry(show, posters)),
          },
  };
}
