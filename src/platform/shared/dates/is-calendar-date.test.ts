import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getLastDay } from './dates.ts';
import { isCalendarDate } from './is-calendar-date.ts';

const anyDay = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9998-12-31T00:00:00Z'), noInvalidDate: true })
  .map((moment) => moment.toISOString().slice(0, 10));

test('only a text in the form YYYY-MM-DD whose day exists is a calendar date', () => {
  fc.assert(
    fc.property(anyDay, (date) => {
      expect(isCalendarDate(date)).toBe(true);
    }),
  );
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 1, max: 28 }), (date, days) => {
      const [year, month] = date.split('-');
      const last = Number(getLastDay(date, 'month').slice(8));
      expect(isCalendarDate(`${year}-${month}-${last + days}`)).toBe(false);
    }),
  );
  for (const text of ['', 'today', '2026-2-3', '2026-02-03T10:00', ' 2026-02-03', '2026-00-01', '12026-02-03'])
    expect(isCalendarDate(text)).toBe(false);
});
