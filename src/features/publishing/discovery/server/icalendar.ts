import { formatByline } from '#features/archive/shows/byline.ts';
import { addDays, type CalendarDate, type Instant, type Precision } from '#platform/shared/dates/dates.ts';

/** A show as a calendar shows it. */
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
  /** The roles of the calendar's owner in it; nobody owns the public one. */
  yours?: string;
  /** The show's page, in full. */
  url: string;
  changed: Instant;
}

/**
 * Formats runs as a calendar to subscribe to (RFC 5545): each from its first day to its last, as whole days. A run
 * whose last day isn't known yet is left out, since marking a whole month would mislead.
 */
export function renderShowCalendar(
  runs: readonly CalendarShow[],
  { name, host }: { name: string; host: string },
): string {
  const events = runs.filter((run) => run.date_precision === 'day').flatMap((run) => event(run, host));
  return calendarOf('PUBLISH', [
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:P1D',
    'X-PUBLISHED-TTL:P1D',
    ...events,
  ]);
}

function calendarOf(method: 'PUBLISH' | 'CANCEL', content: readonly string[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Callboard//Shows//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...content,
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** One performance that somebody has tickets for. */
export interface CalendarPerformance {
  id: string;
  title: string;
  starts_at: Instant;
  venue: string;
  about: string;
  /** In full; "" for none. */
  url: string;
  cancelled: boolean;
  /** Of two entries with the same id a calendar keeps the later one. */
  made: Instant;
  host: string;
}

/**
 * Formats one performance as a file for a personal calendar: with its time, and of the usual length. A cancelled one
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
  return calendarOf(cancelled ? 'CANCEL' : 'PUBLISH', [
    'BEGIN:VEVENT',
    `UID:${id}@${host}`,
    `DTSTAMP:${stamp(made)}`,
    `SEQUENCE:${sequence(made)}`,
    `DTSTART:${stamp(starts_at)}`,
    'DURATION:PT2H30M',
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(about)}`,
    ...(venue === '' ? [] : [`LOCATION:${escaped(venue)}`]),
    ...(url === '' ? [] : [`URL:${url}`]),
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ]);
}

function event(run: CalendarShow, host: string): string[] {
  const from = run.first_date_precision === 'day' && run.first_date <= run.date ? run.first_date : run.date;
  const about = [formatByline(run.author), run.yours && `You: ${run.yours}`];
  const description = about.filter(Boolean).join('\n');
  return [
    'BEGIN:VEVENT',
    `UID:${run.id}@${host}`,
    `DTSTAMP:${stamp(run.changed)}`,
    `LAST-MODIFIED:${stamp(run.changed)}`,
    `DTSTART;VALUE=DATE:${day(from)}`,
    // The day after its last one
    `DTEND;VALUE=DATE:${day(addDays(run.date, 1))}`,
    `SUMMARY:${escaped(run.title)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${escaped(description)}`]),
    ...(run.venue === '' ? [] : [`LOCATION:${escaped(run.venue)}`]),
    `URL:${run.url}`,
    `STATUS:${run.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

const day = (date: CalendarDate) => date.replaceAll('-', '');
/** 20261121T193000Z */
const stamp = (moment: Instant) => `${new Date(moment).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const sequenceEpoch = Date.parse('2026-01-01T00:00:00Z');
/** Returns the revision of an entry made then, in seconds: it grows, and fits the 31 bits that calendars store. */
const sequence = (made: Instant) => Math.max(0, Math.floor((Date.parse(made) - sequenceEpoch) / 1000));

/** Text as the value of a property. Control characters other than line breaks can't be expressed. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\n/g, '\\n');
}

const encoder = new TextEncoder();

/** Folds a line into pieces of at most 75 octets, continued after a space; no character is cut in two. */
function folded(line: string): string {
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
