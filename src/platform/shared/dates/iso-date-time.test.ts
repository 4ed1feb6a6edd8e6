import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseIsoDateTime } from './iso-date-time.ts';

test('all notations of an instant are parsed as that instant, and a time without an offset as a local time', () => {
  for (const text of [
    '2027-04-21T18:30:00Z',
    '2027-04-21T18:30Z',
    '2027-04-21T18:30:00.000Z',
    '2027-04-21T18:30:00,0z',
    '2027-04-21T19:30:00+01:00',
    '2027-04-21T19:30+01',
    '20270421T193000+0100',
    '20270421T1830Z',
    '2027-04-21T13:30:00-05:00',
    '2027-04-22T00:00:00+05:30',
    '2027-04-21T24:00:00+05:30',
    '2027-W16-3T18:30Z',
    '2027W163T1830Z',
    '2027-111T18:30Z',
    '2027111T183000Z',
    '2027-04-21T18.5Z',
    '2027-04-21T19,5+01',
    '2027-04-21T18:30.0Z',
  ])
    expect([text, parseIsoDateTime(text)]).toEqual([text, { instant: '2027-04-21T18:30:00.000Z' }]);
  expect(parseIsoDateTime('2027-04-21T19:30')).toEqual({ local: '2027-04-21T19:30' });
  expect(parseIsoDateTime('20270421T1930')).toEqual({ local: '2027-04-21T19:30' });
});

test.each([
  '',
  'tomorrow',
  '2027-04-21',
  '2027-04-31T19:30',
  '2027-0421T19:30',
  '2027-04-21T25:00Z',
  '2027-04-21T24:01Z',
  '2027-04-21T18:60Z',
  '2027-W53-1T18:30Z',
  '2027-W00-1T18:30Z',
  '2027-W16-8T18:30Z',
  '2027-366T18:30Z',
  '2027-000T18:30Z',
  '2027-W163T18:30Z',
  '2027-04-21T19:30+1',
])('the text %j is not parsed as a date and time', (text) => expect(parseIsoDateTime(text)).toBeUndefined());

test('a week date and an ordinal date are parsed as the calendar day that they mean', () => {
  // By the standard, a week belongs to the year that contains its Thursday
  const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(day, (date) => {
      const at = Date.parse(date.toISOString().slice(0, 10));
      const weekday = new Date(at).getUTCDay() || 7;
      const thursday = new Date(at + (4 - weekday) * 86_400_000);
      const count = (moment: Date) =>
        Math.floor((moment.getTime() - Date.UTC(moment.getUTCFullYear(), 0, 1)) / 86_400_000);
      const week = `${Math.floor(count(thursday) / 7) + 1}`.padStart(2, '0');
      const dayOfYear = `${count(new Date(at)) + 1}`.padStart(3, '0');
      const expected = { instant: new Date(at).toISOString() };
      expect(parseIsoDateTime(`${thursday.getUTCFullYear()}-W${week}-${weekday}T00:00Z`)).toEqual(expected);
      expect(parseIsoDateTime(`${date.getUTCFullYear()}-${dayOfYear}T00:00Z`)).toEqual(expected);
    }),
  );
});

test('an instant written with any offset is parsed as the same instant', () => {
  const pad = (n: number) => `${n}`.padStart(2, '0');
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }),
      fc.integer({ min: -14 * 60, max: 14 * 60 }),
      (date, minutes) => {
        const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, -1);
        const offset = `${minutes < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`;
        expect(parseIsoDateTime(local + offset)).toEqual({ instant: date.toISOString() });
      },
    ),
  );
});
