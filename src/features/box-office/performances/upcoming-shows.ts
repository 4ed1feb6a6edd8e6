import { getOpeningDayOrToday, type RunFields } from '#features/archive/shows/run.ts';
import type { CalendarDate, Instant } from '#platform/shared/dates/dates.ts';

/** A performance that isn't cancelled. */
interface UpcomingPerformance {
  starts_at: Instant;
  /** The day of the performance in the society's time zone. */
  day: CalendarDate;
  /** True while visitors can book the performance here. */
  isOnSale: boolean;
}

/** A current or upcoming show with all its performances, including past ones. */
export interface UpcomingShow extends RunFields {
  id: string;
  performances: readonly UpcomingPerformance[];
}

/**
 * Returns true if a show is performed on a day. The performances decide; for a show without performances, its dates do
 * if both are exact days.
 */
export function isShowPerformedOn({ performances, ...run }: UpcomingShow, day: CalendarDate): boolean {
  if (performances.length > 0) return performances.some((performance) => performance.day === day);
  const isExact = run.first_date_precision === 'day' && run.date_precision === 'day';
  return isExact && run.first_date <= day && day <= run.date;
}

/**
 * Returns true if a show's run has begun and isn't over. Days without a performance in the middle of the run count too.
 */
export function isShowMidRun({ performances, ...run }: UpcomingShow, today: CalendarDate): boolean {
  if (performances.length === 0) return isShowPerformedOn({ performances, ...run }, today);
  const days = performances.map(({ day }) => day).sort();
  return (days[0] ?? '') <= today && today <= (days.at(-1) ?? '');
}

export const isShowOnSale = ({ performances }: UpcomingShow): boolean => performances.some((one) => one.isOnSale);

/**
 * Returns a sort key for the next performance of a show: its day and instant. If there is none, the key is the show's
 * first day, or today if the show has begun.
 */
const getNextPerformanceKey = ({ performances, ...run }: UpcomingShow, today: CalendarDate): string =>
  performances
    .filter(({ day }) => day >= today)
    .map(({ day, starts_at }) => `${day} ${starts_at}`)
    .sort()[0] ?? getOpeningDayOrToday(run, today);

/** Returns the start of the first performance on sale; "" if there is none. */
const getFirstOnSale = ({ performances }: UpcomingShow): string =>
  performances
    .filter((performance) => performance.isOnSale)
    .map(({ starts_at }) => starts_at)
    .sort()[0] ?? '';

const compareBy =
  (keyOf: (show: UpcomingShow) => string) =>
  (a: UpcomingShow, b: UpcomingShow): number =>
    keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : a.id < b.id ? -1 : 1;

/**
 * Sorts shows: first those performed today, then those on sale, then the others. Each group is sorted by the next
 * performance.
 */
export function sortUpcomingShows<Show extends UpcomingShow>(shows: readonly Show[], today: CalendarDate): Show[] {
  const rank = (show: UpcomingShow) => (isShowPerformedOn(show, today) ? 0 : isShowOnSale(show) ? 1 : 2);
  return shows.toSorted(compareBy((show) => `${rank(show)} ${getNextPerformanceKey(show, today)}`));
}

/** Finds the next show (`next_show` of `/sitedata`). */
export const findNextShow = <Show extends UpcomingShow>(shows: readonly Show[], today: CalendarDate) =>
  sortUpcomingShows(shows, today)[0];

/** Returns "today" for a show that is performed today, "now" for a show in the middle of its run, and "" otherwise. */
export function getPlayingStatus(show: UpcomingShow, today: CalendarDate): 'today' | 'now' | '' {
  if (isShowPerformedOn(show, today)) return 'today';
  return isShowMidRun(show, today) ? 'now' : '';
}

/** Lists the shows on sale, even if they are sold out, sorted by the first performance on sale. */
export const listShowsOnSale = <Show extends UpcomingShow>(shows: readonly Show[]): Show[] =>
  shows.filter(isShowOnSale).toSorted(compareBy(getFirstOnSale));
