import { formatByline } from '#features/archive/shows/byline.ts';
import { addDays, type CalendarDate, type Instant, type Precision } from '#platform/shared/dates/dates.ts';

/** A performance whose time is known. */
export interface TimedPerformance {
  id: string;
  starts_at: Instant;
  /** The time at which the doors open: "7.30pm"; "" if unknown. */
  doors: string;
  /** A remark, such as "Captioned". */
  notes: string;
  cancelled: boolean;
  /** Increases with each change of the performance. */
  version: number;
  /** The day of the performance in the society's time zone. */
  day: CalendarDate;
}

export interface CalendarShow {
  id: string;
  title: string;
  author: string;
  venue: string;
  first_date: CalendarDate;
  first_date_precision: Precision;
  date: CalendarDate;
  date_precision: Precision;
  cancelled: boolean;
  /** The roles of the calendar's owner in the show. Not set in the public calendar, which has no owner. */
  yours?: string;
  /** The show's performances in the order of their start times; none if only the show's dates are known. */
  performances: readonly TimedPerformance[];
  /** The absolute URL of the show's page. */
  url: string;
  changed: Instant;
}

/**
 * Formats runs as a calendar to subscribe to (RFC 5545). Each performance has an entry with its time. The run has an
 * entry of whole days, from its first day to its last, unless performances with known times begin and end it. If only
 * the last day is known, the entry has only that day. If the last day isn't known, the run has no such entry, because
 * marking a whole month would be misleading.
 */
export function renderShowCalendar(
  runs: readonly CalendarShow[],
  { name, host }: { name: string; host: string },
): string {
  const events = runs.flatMap((run) => [
    ...(run.date_precision === 'day' && !hasPerformancesAtBothEnds(run) ? renderRun(run, host) : []),
    ...run.performances.flatMap((performance) => renderPerformance(run, performance, host)),
  ]);
  return renderCalendar('PUBLISH', [
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:P1D',
    'X-PUBLISHED-TTL:P1D',
    ...events,
  ]);
}

function renderCalendar(method: 'PUBLISH' | 'CANCEL', content: readonly string[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Callboard//Shows//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...content,
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

/** The usual length of a performance, because nobody enters the actual length. */
const usualLength = 'PT2H30M';

/** A performance for which somebody has tickets. */
interface CalendarPerformance {
  id: string;
  title: string;
  starts_at: Instant;
  venue: string;
  about: string;
  /** The absolute URL that the calendar entry links to; "" for none. */
  url: string;
  cancelled: boolean;
  /** The time of this version. Of two entries with the same id, a calendar keeps the later one. */
  made: Instant;
  host: string;
}

/**
 * Formats a performance as a file for a personal calendar, with its time and a usual length. A cancelled performance
 * removes the entry with the same id.
 */
export function renderPerformanceCalendar({
  id,
  title,
  starts_at,
  venue,
  about,
  url,
  cancelled,
  made,
  host,
}: CalendarPerformance): string {
  return renderCalendar(cancelled ? 'CANCEL' : 'PUBLISH', [
    'BEGIN:VEVENT',
    `UID:${id}@${host}`,
    `DTSTAMP:${formatInstant(made)}`,
    `SEQUENCE:${getSequence(made)}`,
    `DTSTART:${formatInstant(starts_at)}`,
    `DURATION:${usualLength}`,
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(about)}`,
    ...(venue === '' ? [] : [`LOCATION:${escapeText(venue)}`]),
    ...(url === '' ? [] : [`URL:${url}`]),
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ]);
}

const getFirstDay = (run: CalendarShow) =>
  run.first_date_precision === 'day' && run.first_date <= run.date ? run.first_date : run.date;

/** Returns true if the first and the last day of the run are days of performances with known times. */
const hasPerformancesAtBothEnds = (run: CalendarShow) =>
  run.performances.at(0)?.day === getFirstDay(run) && run.performances.at(-1)?.day === run.date;

function renderPerformance(run: CalendarShow, performance: TimedPerformance, host: string): string[] {
  const { doors, notes, version } = performance;
  return [
    'BEGIN:VEVENT',
    `UID:${performance.id}@${host}`,
    `DTSTAMP:${formatInstant(run.changed)}`,
    `SEQUENCE:${version}`,
    // Times are in UTC, so that they are right in a calendar of any time zone, even when the clocks change
    `DTSTART:${formatInstant(performance.starts_at)}`,
    `DURATION:${usualLength}`,
    ...describeShow(run, [doors && `Doors open at ${doors}`, notes]),
    `STATUS:${run.cancelled || performance.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

function describeShow(run: CalendarShow, more: readonly string[] = []): string[] {
  const about = [formatByline(run.author), run.yours && `You: ${run.yours}`, ...more];
  const description = about.filter(Boolean).join('\n');
  return [
    `SUMMARY:${escapeText(run.title)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    ...(run.venue === '' ? [] : [`LOCATION:${escapeText(run.venue)}`]),
    `URL:${run.url}`,
  ];
}

function renderRun(run: CalendarShow, host: string): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${run.id}@${host}`,
    `DTSTAMP:${formatInstant(run.changed)}`,
    `LAST-MODIFIED:${formatInstant(run.changed)}`,
    `DTSTART;VALUE=DATE:${formatDay(getFirstDay(run))}`,
    // DTEND is exclusive
    `DTEND;VALUE=DATE:${formatDay(addDays(run.date, 1))}`,
    ...describeShow(run),
    `STATUS:${run.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

const formatDay = (date: CalendarDate) => date.replaceAll('-', '');
/** Formats an instant: "20261121T193000Z". */
const formatInstant = (moment: Instant) => `${new Date(moment).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const sequenceEpoch = Date.parse('2026-01-01T00:00:00Z');
/** Returns the revision of an entry in seconds since 2026. It increases, and fits the 31 bits that calendars store. */
const getSequence = (made: Instant) => Math.max(0, Math.floor((Date.parse(made) - sequenceEpoch) / 1000));

/**
 * Formats text as the value of a property. Control characters other than line breaks can't be expressed, so they become
 * spaces.
 */
function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\n/g, '\\n');
}

const encoder = new TextEncoder();

/** Folds a line into pieces of at most 75 octets, continued after a space; no character is cut in two. */
function foldLine(line: string): string {
  const pieces: string[] = [];
  let piece = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > 75) {
      pieces.push(piece);
      piece = ' ';
      octets = 1;
    }
    piece += character;
    octets += size;
  }
  return [...pieces, piece].join('\r\n');
}
