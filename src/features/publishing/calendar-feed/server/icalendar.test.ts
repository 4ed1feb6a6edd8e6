import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toInstant, toLocalTime } from '#platform/shared/dates/local-time.ts';
import { anyCharacter } from '#tests/support/formats/arbitrary-texts.ts';
import { type CalendarShow, renderShowCalendar, type TimedPerformance } from './icalendar.ts';

const run: CalendarShow = {
  id: 'abcdefghijklmno1',
  title: 'Blithe Spirit',
  author: 'Noël Coward',
  venue: 'Lanternside Hall',
  first_date: '2027-04-14',
  first_date_precision: 'day',
  date: '2027-04-17',
  date_precision: 'day',
  cancelled: false,
  performances: [],
  url: 'https://players.example/past-shows/abcdefghijklmno1/Blithe_Spirit',
  changed: '2026-11-21T12:00:00.000Z',
};
const whose = { name: 'Lanternside Players', host: 'players.example' };

/** Parses a calendar as a calendar program does: unfolds the lines, then reads each event's properties by name. */
function eventsOf(text: string): Map<string, string>[] {
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  const events: Map<string, string>[] = [];
  for (const line of lines) {
    if (line === 'BEGIN:VEVENT') events.push(new Map());
    const [, name = '', value = ''] = /^([A-Z-]+(?:;[^:]*)?):(.*)$/su.exec(line) ?? [];
    events.at(-1)?.set(
      name,
      value.replace(/\\([\\;,n])/g, (_, character) => (character === 'n' ? '\n' : character)),
    );
  }
  return events;
}

const evening = (day: string, starts_at: string, some: Partial<TimedPerformance> = {}): TimedPerformance => ({
  id: `performance-${day}`,
  ...{ day, starts_at, doors: '', notes: '', cancelled: false, version: 3 },
  ...some,
});

describe('each known performance has a calendar entry with its time', () => {
  const first = evening('2027-04-14', '2027-04-14T18:30:00.000Z', { doors: '7pm', notes: 'Captioned' });
  const last = evening('2027-04-17', '2027-04-17T13:30:00.000Z', { cancelled: true });
  it('a run that begins and ends with known performances has entries for these only', () => {
    const events = eventsOf(renderShowCalendar([{ ...run, performances: [first, last] }], whose));
    expect(events.map((event) => [event.get('DTSTART'), event.get('STATUS')])).toEqual([
      ['20270414T183000Z', 'CONFIRMED'],
      ['20270417T133000Z', 'CANCELLED'],
    ]);
    expect(Object.fromEntries(events[0] ?? [])).toMatchObject({
      UID: 'performance-2027-04-14@players.example',
      SEQUENCE: '3',
      DURATION: 'PT2H30M',
      SUMMARY: 'Blithe Spirit',
      DESCRIPTION: 'by Noël Coward\nDoors open at 7pm\nCaptioned',
      LOCATION: 'Lanternside Hall',
    });
  });
  it('a run with days before or after its known performances also has an all-day entry', () => {
    const starts = (show: Partial<CalendarShow>) =>
      eventsOf(renderShowCalendar([{ ...run, ...show }], whose)).map(
        (event) => event.get('DTSTART;VALUE=DATE') ?? event.get('DTSTART'),
      );
    expect(starts({ performances: [first] })).toEqual(['20270414', '20270414T183000Z']);
    expect(starts({ performances: [first], date_precision: 'month' })).toEqual(['20270414T183000Z']);
  });
  it('the calendar marks all performances of a cancelled show as cancelled', () => {
    const cancelled = { ...run, cancelled: true, performances: [first, last] };
    expect(eventsOf(renderShowCalendar([cancelled], whose)).map((event) => event.get('STATUS'))).toEqual([
      'CANCELLED',
      'CANCELLED',
    ]);
  });
  it('a performance begins at its local time on any day, even when the clocks change', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('Europe/London', 'Europe/Dublin', 'America/New_York', 'Australia/Lord_Howe'),
        fc.date({ min: new Date('2026-01-01'), max: new Date('2028-12-31'), noInvalidDate: true }),
        (timeZone, typed) => {
          const local = typed.toISOString().slice(0, 16);
          const starts_at = toInstant(local, timeZone);
          const performances = [evening(local.slice(0, 10), starts_at)];
          const [event] = eventsOf(renderShowCalendar([{ ...run, date_precision: 'month', performances }], whose));
          const start = event?.get('DTSTART') ?? '';
          const read = start.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6.000Z');
          expect(read).toBe(starts_at);
          // The two local times may differ only if a clock change skips the typed one; both then mean the same instant
          const shown = toLocalTime(read, timeZone);
          if (shown !== local) expect(toInstant(shown, timeZone)).toBe(starts_at);
        },
      ),
    ));
});

describe('a run whose last day is known has an all-day entry', () => {
  it('a run is an all-day entry from its first day to its last', () => {
    const [event] = eventsOf(renderShowCalendar([run], whose));
    expect(Object.fromEntries(event ?? [])).toMatchObject({
      UID: 'abcdefghijklmno1@players.example',
      DTSTAMP: '20261121T120000Z',
      'DTSTART;VALUE=DATE': '20270414',
      'DTEND;VALUE=DATE': '20270418',
      SUMMARY: 'Blithe Spirit',
      DESCRIPTION: 'by Noël Coward',
      LOCATION: 'Lanternside Hall',
      STATUS: 'CONFIRMED',
      URL: run.url,
    });
  });
  it('a cancelled run is marked as cancelled, and a run without known days is left out', () => {
    const [event] = eventsOf(renderShowCalendar([{ ...run, cancelled: true }], whose));
    expect(event?.get('STATUS')).toBe('CANCELLED');
    expect(eventsOf(renderShowCalendar([{ ...run, date_precision: 'month' }], whose))).toEqual([]);
  });
  it('a run whose first day is known only by month is entered on its last day', () => {
    const [event] = eventsOf(
      renderShowCalendar([{ ...run, first_date: '2027-04-01', first_date_precision: 'month' }], whose),
    );
    expect(event?.get('DTSTART;VALUE=DATE')).toBe('20270417');
  });
  it('a run over the turn of the year ends in the next year', () => {
    const [event] = eventsOf(renderShowCalendar([{ ...run, first_date: '2027-12-30', date: '2027-12-31' }], whose));
    expect(event?.get('DTEND;VALUE=DATE')).toBe('20280101');
  });
  it('a calendar with any title has lines of at most 75 bytes and no injected property', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        (title, venue) => {
          const text = renderShowCalendar([{ ...run, title, venue, author: 'A\r\nEND:VCALENDAR' }], whose);
          expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
          expect(text.isWellFormed()).toBe(true);
          for (const line of text.split('\r\n')) {
            expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
            expect(line).not.toMatch(/\p{Cc}/u);
          }
          const [event, ...more] = eventsOf(text);
          expect(more).toEqual([]);
          const said = title
            .toWellFormed()
            .replace(/\r\n?/g, '\n')
            .replace(/(?!\n)\p{Cc}/gu, ' ');
          expect(event?.get('SUMMARY')).toBe(said);
        },
      ),
    ));
});
