import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '#tests/support/formats/arbitrary-texts.ts';
import { type CalendarShow, renderShowCalendar } from './icalendar.ts';

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
  url: 'https://players.example/past-shows/abcdefghijklmno1/Blithe_Spirit',
  changed: '2026-11-21T12:00:00.000Z',
};
const whose = { name: 'Lanternside Players', host: 'players.example' };

/** Reads a calendar the way a calendar program does: lines unfolded, then each event's properties by name. */
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

describe('the calendar has an all-day entry for each show’s run', () => {
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
  it('a run whose first day is known only by month is marked on its last day', () => {
    const [event] = eventsOf(
      renderShowCalendar([{ ...run, first_date: '2027-04-01', first_date_precision: 'month' }], whose),
    );
    expect(event?.get('DTSTART;VALUE=DATE')).toBe('20270417');
  });
  it('a run over the turn of the year ends in the next year', () => {
    const [event] = eventsOf(renderShowCalendar([{ ...run, first_date: '2027-12-30', date: '2027-12-31' }], whose));
    expect(event?.get('DTEND;VALUE=DATE')).toBe('20280101');
  });
  it('any title is written to the calendar in short lines and whole characters, and starts no other property', () =>
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
