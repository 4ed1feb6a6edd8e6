import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toInstant, toLocalTime } from './local-time.ts';

test.each([
  ['2026-12-01T00:00', 'Europe/London', '2026-12-01T00:00:00.000Z'],
  ['2026-07-01T00:00', 'Europe/London', '2026-06-30T23:00:00.000Z'],
  ['2026-07-01T19:30', 'America/New_York', '2026-07-01T23:30:00.000Z'],
  // The clocks go forward at 1am, so 1.30am is never shown
  ['2026-03-29T01:30', 'Europe/London', '2026-03-29T01:30:00.000Z'],
  // The clocks go back at 2am, so 1.30am occurs twice, and the first occurrence counts
  ['2026-10-25T01:30', 'Europe/London', '2026-10-25T00:30:00.000Z'],
  ['1970-01-01T00:00', 'Europe/London', '1969-12-31T23:00:00.000Z'],
])('the local time %s in %s is the instant %s', (local, timeZone, moment) => {
  expect(toInstant(local, timeZone)).toBe(moment);
});

test('an invalid date and time is refused', () => {
  expect(() => toInstant('2026-13-01T00:00', 'Europe/London')).toThrow(RangeError);
  expect(() => toInstant('soon', 'Europe/London')).toThrow(RangeError);
});

test('a local time converted to an instant and back is unchanged', () => {
  const zones = fc.constantFrom('Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC');
  const moments = fc.date({ min: new Date('1971-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, zones, (moment, zone) => {
      const local = toLocalTime(moment.toISOString(), zone);
      expect(toLocalTime(toInstant(local, zone), zone)).toBe(local);
    }),
  );
});
