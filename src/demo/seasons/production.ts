import { addDays, type CalendarDate, formatDate, getYear, type Precision } from '#platform/shared/dates/dates.ts';
import { day } from '#platform/shared/dates/durations.ts';
import { computePseudoRandomNumber } from '../people/ids.ts';
import type { Play } from '../plays/play.ts';

export type Season = 'Spring' | 'Summer' | 'Autumn' | 'Winter';

export const HALL = 'Lanternside Hall';
export const CHURCH_HALL = 'St Anne’s Church Hall';
export const GARDEN = 'The walled garden, Merrow House';
export const CORN_EXCHANGE = 'The Corn Exchange, Harrowby';
export const CHAPEL = 'The Old Chapel, Mill Lane';

/** One of the society's productions: the play, the dates and the description. */
export interface Production {
  year: number;
  season: Season;
  play: Play;
  /** The precision of the production's dates in the archive. */
  known: Precision;
  venue: string;
  youth: boolean;
  oneAct: boolean;
  cancelled: boolean;
  /** The people known to have played a part, by role. */
  cast: Record<string, string>;
  /** The text about the production, in Markdown. */
  text: string;
}

/**
 * Builds a production from its season, such as "1985 Summer". By default it was performed in the hall, on known dates.
 */
export function buildProduction(
  when: `${number} ${Season}`,
  play: Play,
  text: string,
  unusual: Partial<Omit<Production, 'year' | 'season' | 'play' | 'text'>> = {},
): Production {
  return {
    year: Number(when.slice(0, 4)),
    season: seasonIn(when),
    play,
    known: 'day',
    venue: HALL,
    youth: false,
    oneAct: false,
    cancelled: false,
    cast: {},
    ...unusual,
    text: text.trim(),
  };
}

function seasonIn(when: string): Season {
  if (when.endsWith('Spring')) return 'Spring';
  if (when.endsWith('Summer')) return 'Summer';
  return when.endsWith('Autumn') ? 'Autumn' : 'Winter';
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export const getWeekday = (date: CalendarDate): number => new Date(`${date}T00:00:00Z`).getUTCDay();

/** Formats a date as in a notice: "Sunday 21 March". */
export const formatDemoDate = (date: CalendarDate): string =>
  `${WEEKDAYS[getWeekday(date)]} ${formatDate(date, 'day').replace(/ \d{4}$/, '')}`;

/** Returns the first given weekday (0 is Sunday) on or after a date. */
export const findWeekdayOnOrAfter = (date: CalendarDate, weekday: number): CalendarDate =>
  addDays(date, (weekday - getWeekday(date) + 7) % 7);

export const countDaysBetween = (from: CalendarDate, to: CalendarDate): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / day);

/** The dates of a show's run: its first and its last performance, as precisely as they are known. */
export interface RunDates {
  first: CalendarDate;
  last: CalendarDate;
  known: Precision;
}

/** The earliest date (month and day) on which a season's show may open. */
const EARLIEST_OPENINGS: Record<Season, string> = {
  Winter: '01-08',
  Spring: '04-10',
  Summer: '07-01',
  Autumn: '10-14',
};

const WEDNESDAY = 3;
const WEEK = 7;

/**
 * Computes the run of a production. It ends on a Saturday, after two performances of a one-act play, three of another
 * show before 1990 or by the youth group, and four of any other show. If only the month or the year is known, both
 * dates are the first day of the month or year.
 */
export function computeRun({ year, season, known, play, oneAct, youth }: Production): RunDates {
  const opens = `${year}-${EARLIEST_OPENINGS[season]}`;
  if (known === 'year') return { first: `${year}-01-01`, last: `${year}-01-01`, known };
  if (known === 'month') return { first: `${opens.slice(0, 8)}01`, last: `${opens.slice(0, 8)}01`, known };
  const wednesday = wednesdayFrom(
    addDays(opens, WEEK * Math.floor(3 * computePseudoRandomNumber('week', year, season, play.title))),
  );
  const nights = oneAct ? 2 : year < 1990 || youth ? 3 : 4;
  return { first: addDays(wednesday, 4 - nights), last: addDays(wednesday, 3), known };
}

/** Returns the run of the last show: Wednesday to Saturday, three to four weeks ago. */
export function getLastRun(today: CalendarDate): RunDates {
  return weekFrom(wednesdayFrom(addDays(today, -31)));
}

/** Returns the run of the next show: Wednesday to Saturday, about five months ahead. */
export function getNextRun(today: CalendarDate): RunDates {
  return weekFrom(wednesdayFrom(addDays(today, 140)));
}

/** Returns the run of the summer show, in the first July that leaves eight weeks to rehearse after the next show. */
export function getSummerRun(today: CalendarDate): RunDates {
  const earliest = addDays(getNextRun(today).last, 8 * WEEK);
  const july = `${getYear(earliest)}-07-08`;
  return weekFrom(wednesdayFrom(earliest <= july ? july : `${getYear(earliest) + 1}-07-08`));
}

export function findSeason(date: CalendarDate): Season {
  const month = Number(date.slice(5, 7));
  if (month <= 2 || month === 12) return 'Winter';
  if (month <= 5) return 'Spring';
  return month <= 8 ? 'Summer' : 'Autumn';
}

function weekFrom(wednesday: CalendarDate): RunDates {
  return { first: wednesday, last: addDays(wednesday, 3), known: 'day' };
}

const wednesdayFrom = (date: CalendarDate): CalendarDate => findWeekdayOnOrAfter(date, WEDNESDAY);
