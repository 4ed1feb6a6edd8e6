import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatItemName, formatPerformanceKey, getSaleStatus } from './performance-rules.ts';

const starts_at = '2027-04-14T18:30:00.000Z';
const plain = { starts_at, on_sale_from: null, on_sale_until: null };

test('a performance without sale dates is on sale until it begins', () => {
  expect(getSaleStatus(plain, '2026-11-21T12:00:00.000Z')).toEqual({ is: 'open', at: starts_at });
  expect(getSaleStatus(plain, starts_at)).toEqual({ is: 'over', at: starts_at });
});

test('tickets are on sale between the set times, and never after the performance begins', () => {
  const from = '2027-01-10T09:00:00.000Z';
  const until = '2027-04-14T12:00:00.000Z';
  const sold = { starts_at, on_sale_from: from, on_sale_until: until };
  expect(getSaleStatus(sold, '2027-01-10T08:59:59.999Z')).toEqual({ is: 'ahead', at: from });
  expect(getSaleStatus(sold, from)).toEqual({ is: 'open', at: until });
  expect(getSaleStatus(sold, until)).toEqual({ is: 'over', at: until });
  expect(getSaleStatus({ ...sold, on_sale_until: '2027-05-01T12:00:00.000Z' }, starts_at).is).toBe('over');
});

const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });
const instant = moment.map((date) => date.toISOString());

test('the status of a sale never goes back to an earlier one, and never changes before the stated time', () => {
  const sold = fc.record({
    starts_at: instant,
    on_sale_from: fc.option(instant, { nil: null }),
    on_sale_until: fc.option(instant, { nil: null }),
  });
  const rank = { ahead: 0, open: 1, over: 2 };
  fc.assert(
    fc.property(sold, instant, instant, (some, one, other) => {
      const [early, late] = one < other ? [one, other] : [other, one];
      const [first, then] = [getSaleStatus(some, early), getSaleStatus(some, late)];
      expect(rank[first.is]).toBeLessThanOrEqual(rank[then.is]);
      if (first.is !== 'over' && late < first.at) expect(then).toEqual(first);
    }),
  );
});

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
