/** A calendar day `YYYY-MM-DD`, by default in the society's time zone. */
export type CalendarDate = string;
/** A moment `2026-11-21T19:30:00.000Z`. */
export type Instant = string;
/** The precision of a date. A month or a year is represented by its first day. */
export type Precision = 'day' | 'month' | 'year';
export interface DateWithPrecision {
  date: CalendarDate;
  precision: Precision;
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** Returns the day on which the date ends: itself, the last day of its month, or 31 December. */
export function getLastDay(date: CalendarDate, precision: Precision): CalendarDate {
  if (precision === 'day') return date;
  const { year, month } = partsOf(date);
  if (precision === 'year') return calendarDate(year, 12, 31);
  return calendarDate(year, month, daysInMonth(year, month));
}

/** Returns true if the date is wholly before `today`: a show is past from the day after its last performance. */
export function isPast(date: CalendarDate, precision: Precision, today: CalendarDate): boolean {
  return getLastDay(date, precision) < today;
}

/** Compares dates for `sort`, earlier first. Years have four digits, so texts sort in the same order as dates. */
export function compareDates(a: CalendarDate, b: CalendarDate): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Returns the day `days` after `date`, or before it if negative. Throws a RangeError outside the years 0000 to 9999.
 */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const moved = toUtcDate(date);
  moved.setUTCDate(moved.getUTCDate() + days);
  const year = moved.getUTCFullYear();
  if (!(year >= 0 && year <= 9999)) throw new RangeError(`${date} plus ${days} days`);
  return calendarDate(year, moved.getUTCMonth() + 1, moved.getUTCDate());
}

/** Returns the year as a number: 1987 for `1987-04-12`. */
export function getYear(date: CalendarDate): number {
  return Number(date.slice(0, 4));
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the calendar day in `timeZone` (an IANA name such as `Europe/London`) at `now`. Throws a RangeError for an
 * unknown zone.
 */
export function toCalendarDate(now: Date | Instant, timeZone: string): CalendarDate {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' });
    clocks.set(timeZone, clock);
  }
  const parts = new Map(clock.formatToParts(new Date(now)).map((part) => [part.type, Number(part.value)]));
  return calendarDate(parts.get('year') ?? 0, parts.get('month') ?? 1, parts.get('day') ?? 1);
}

/** Formats a date as "12 April 1987", "April 1987" or "1987", by its precision. */
export function formatDate(date: CalendarDate, precision: Precision): string {
  const { year, month, day } = partsOf(date);
  if (precision === 'year') return `${year}`;
  if (precision === 'month') return `${MONTHS[month - 1]} ${year}`;
  return `${day} ${MONTHS[month - 1]} ${year}`;
}

/** Formats a calendar date, or the date of a local time with its UTC offset: "12 April 1987". */
export const formatLocalDate = (dateOrTime: string): string => formatDate(dateOrTime.slice(0, 10), 'day');

/**
 * Formats a run of performances: "14–17 April 2027", "30 April – 2 May 2026", "April – May 1987", "1987–1988". If one
 * end lies within the other (the first known only as 1987, the last as 12 April 1987), only the more precise date is
 * shown.
 */
export function formatDateRange(first: DateWithPrecision, last: DateWithPrecision): string {
  const shared = findMorePreciseDate(first, last);
  if (shared) return formatDate(shared.date, shared.precision);
  const from = partsOf(first.date);
  const to = partsOf(last.date);
  const whole = formatDate(last.date, last.precision);
  if (first.precision !== last.precision || from.year !== to.year) {
    const dash = first.precision === 'year' && last.precision === 'year' ? '–' : ' – ';
    return `${formatDate(first.date, first.precision)}${dash}${whole}`;
  }
  if (first.precision === 'month') return `${MONTHS[from.month - 1]} – ${whole}`;
  return from.month === to.month ? `${from.day}–${whole}` : `${from.day} ${MONTHS[from.month - 1]} – ${whole}`;
}

/**
 * Formats a run still to come: "Wednesday 14 to Saturday 17 April 2027"; like `formatDateRange` if the days aren't
 * known.
 */
export function formatRunDates(first: DateWithPrecision, last: DateWithPrecision): string {
  if (first.precision !== 'day' || last.precision !== 'day') return formatDateRange(first, last);
  const whole = `${weekday(last.date)} ${formatDate(last.date, 'day')}`;
  if (first.date === last.date) return whole;
  const from = partsOf(first.date);
  const to = partsOf(last.date);
  const start = `${weekday(first.date)} ${from.day}`;
  if (from.year !== to.year) return `${start} ${MONTHS[from.month - 1]} ${from.year} to ${whole}`;
  if (from.month !== to.month) return `${start} ${MONTHS[from.month - 1]} to ${whole}`;
  return `${start} to ${whole}`;
}

/** Returns the parts of a day as they are set on a ticket: "Wednesday", 14, "April". */
export function toDateParts(date: CalendarDate) {
  const { month, day } = partsOf(date);
  return { weekday: weekday(date), day, month: MONTHS[month - 1] };
}

/** Formats a date as "Sunday 28 February", for use where the year is shown or obvious. */
export function formatWeekdayDate(date: CalendarDate): string {
  const { month, day } = partsOf(date);
  return `${weekday(date)} ${day} ${MONTHS[month - 1]}`;
}

/** Formats the time of a moment that is written with its offset, as clocks show it: "7.30pm", "9am", "12.05am". */
export function formatTime(moment: string): string {
  const hour = Number(moment.slice(11, 13));
  const minutes = moment.slice(14, 16);
  return `${hour % 12 || 12}${minutes === '00' ? '' : `.${minutes}`}${hour < 12 ? 'am' : 'pm'}`;
}

/** Formats a moment that is written with its offset: "Saturday 21 November 2026 at 7.30pm". */
export function formatDateTime(moment: string): string {
  const day = moment.slice(0, 10);
  return `${weekday(day)} ${formatDate(day, 'day')} at ${formatTime(moment)}`;
}

/** Returns the more precise of two dates that can be the same day; undefined if they can't. */
function findMorePreciseDate(first: DateWithPrecision, last: DateWithPrecision): DateWithPrecision | undefined {
  const [fine, coarse] = fineness(first) >= fineness(last) ? [first, last] : [last, first];
  const inside = fine.date >= coarse.date && fine.date <= getLastDay(coarse.date, coarse.precision);
  return inside ? fine : undefined;
}

const fineness = ({ precision }: DateWithPrecision) => ['year', 'month', 'day'].indexOf(precision);

const weekday = (date: CalendarDate) => WEEKDAYS[toUtcDate(date).getUTCDay()];

function partsOf(date: CalendarDate) {
  return { year: getYear(date), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

function calendarDate(year: number, month: number, day: number): CalendarDate {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Date.UTC reads the years 0–99 as 1900–1999; setUTCFullYear reads them literally. */
function toUtcDate(date: CalendarDate): Date {
  const { year, month, day } = partsOf(date);
  const moment = new Date(0);
  moment.setUTCFullYear(year, month - 1, day);
  return moment;
}

function daysInMonth(year: number, month: number): number {
  const moment = new Date(0);
  moment.setUTCFullYear(year, month, 0);
  return moment.getUTCDate();
}
