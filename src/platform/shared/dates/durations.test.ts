import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMs, day, getEarliestInstant, getLatestInstant, hour, minute, subtractMs } from './durations.ts';

const moment = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const ms = fc.integer({ min: -400 * day, max: 400 * day });

test('adding or subtracting milliseconds shifts an instant by exactly that much', () => {
  fc.assert(
    fc.property(moment, ms, (at, by) => {
      expect(Date.parse(addMs(at, by)) - Date.parse(at)).toBe(by);
      expect(Date.parse(at) - Date.parse(subtractMs(at, by))).toBe(by);
    }),
  );
});

test('subtracting a duration undoes adding it, and adding two durations is the same as adding their sum', () => {
  fc.assert(
    fc.property(moment, ms, ms, (at, one, other) => {
      expect(subtractMs(addMs(at, one), one)).toBe(at);
      expect(addMs(addMs(at, one), other)).toBe(addMs(at, one + other));
    }),
  );
});

test('adding a duration to a text, a Date or a time with any offset gives the same instant', () => {
  fc.assert(
    fc.property(moment, ms, fc.integer({ min: -12, max: 14 }), (at, by, offset) => {
      expect(addMs(new Date(at), by)).toBe(addMs(at, by));
      const there = addMs(at, offset * hour).replace('Z', '');
      const sign = `${offset < 0 ? '-' : '+'}${String(Math.abs(offset)).padStart(2, '0')}:00`;
      expect(addMs(`${there}${sign}`, by)).toBe(addMs(at, by));
    }),
  );
});

test('no instant is before the earliest of several, and none is after the latest', () => {
  fc.assert(
    fc.property(fc.array(moment, { minLength: 1 }), (moments) => {
      const [one = '', ...others] = moments;
      const all = moments.map((at) => Date.parse(at));
      expect(Date.parse(getEarliestInstant(one, ...others))).toBe(Math.min(...all));
      expect(Date.parse(getLatestInstant(one, ...others))).toBe(Math.max(...all));
    }),
  );
});

test('a day is 24 hours of 60 minutes, even when the clocks change', () => {
  expect(addMs('2026-03-28T12:00:00.000Z', day)).toBe('2026-03-29T12:00:00.000Z');
  expect(subtractMs('2028-03-01T00:30:00.000Z', hour)).toBe('2028-02-29T23:30:00.000Z');
  expect([hour / minute, day / hour]).toEqual([60, 24]);
});

test('an invalid instant and an infinite duration are refused', () => {
  expect(() => addMs('tomorrow', day)).toThrow(RangeError);
  expect(() => addMs('2026-11-21T12:00:00.000Z', Number.POSITIVE_INFINITY)).toThrow(RangeError);
});
