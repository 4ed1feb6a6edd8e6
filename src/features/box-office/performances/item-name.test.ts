import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatItemName, formatPerformanceKey } from './item-name.ts';

test.each([
  ['2026-02-07T19:30:00+00:00', 'Sat 7th Feb 7:30pm'],
  ['2027-04-01T12:00:00+01:00', 'Thu 1st Apr 12:00pm'],
  ['2027-04-02T00:05:00+01:00', 'Fri 2nd Apr 12:05am'],
  ['2027-04-03T14:30:00+01:00', 'Sat 3rd Apr 2:30pm'],
  ['2027-09-11T09:00:00+01:00', 'Sat 11th Sep 9:00am'],
  ['2027-06-12T19:00:00+01:00', 'Sat 12th Jun 7:00pm'],
  ['2027-06-13T19:00:00+01:00', 'Sun 13th Jun 7:00pm'],
  ['2027-05-22T19:00:00+01:00', 'Sat 22nd May 7:00pm'],
  ['2027-12-31T23:59:00+00:00', 'Fri 31st Dec 11:59pm'],
])('the key of a performance at %s is %s', (moment, text) => {
  expect(formatPerformanceKey(moment)).toBe(text);
});

test('an item’s name consists of show, date and ticket type', () => {
  expect(formatItemName('Blithe Spirit', '2026-02-07T19:30:00+00:00', 'Adult')).toBe(
    'Blithe Spirit - Sat 7th Feb 7:30pm - Adult',
  );
});

const moments = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => formatIsoWithOffset(date.toISOString(), 'Europe/London'));

test('the day, the month and the time can be parsed from a performance key', () => {
  fc.assert(
    fc.property(moments, (moment) => {
      const [, day, month, hour, minutes, half] =
        /^\w{3} (\d+)\w\w (\w{3}) (\d+):(\d\d)([ap])m$/.exec(formatPerformanceKey(moment)) ?? [];
      expect(Number(day)).toBe(Number(moment.slice(8, 10)));
      expect(new Date(`${month} 1, 2000 UTC`).getUTCMonth() + 1).toBe(Number(moment.slice(5, 7)));
      expect((Number(hour) % 12) + (half === 'p' ? 12 : 0)).toBe(Number(moment.slice(11, 13)));
      expect(minutes).toBe(moment.slice(14, 16));
    }),
  );
});
