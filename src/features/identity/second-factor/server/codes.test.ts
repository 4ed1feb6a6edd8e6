import { expect, test } from 'vitest';
import { findLockout, hasSessionUsedUpAttempts, refuseIfWrongOrLockedOut } from './codes.ts';

const now = '2026-11-21T12:00:00.000Z';
const ago = (minutes: number, session_id = 's') => ({
  session_id,
  at: new Date(Date.parse(now) - minutes * 60_000).toISOString(),
});
const times = (count: number, minutes: number, session?: string) =>
  Array.from({ length: count }, () => ago(minutes, session));

test('after ten wrong codes in an hour, codes from an app are refused until one of the ten is an hour old', () => {
  expect(findLockout(times(9, 10), now)).toBeUndefined();
  expect(findLockout(times(10, 10), now)).toBe('an hour');
  expect(findLockout([...times(9, 59), ago(60)], now)).toBeUndefined();
});

test('after thirty wrong codes in a day, codes from an app are refused until one of the thirty is a day old', () => {
  expect(findLockout(times(29, 120), now)).toBeUndefined();
  expect(findLockout(times(30, 120), now)).toBe('a day');
  expect(findLockout([...times(20, 120), ...times(10, 1)], now)).toBe('a day');
  expect(findLockout(times(30, 24 * 60), now)).toBeUndefined();
});

test('the refusal of a code from an app says how long to wait at most', () => {
  for (const lockout of ['an hour', 'a day'] as const)
    expect(() => refuseIfWrongOrLockedOut({ outcome: 'locked out', lockout }, '123456')).toThrow(`or wait ${lockout}.`);
});

test('after five wrong codes in one session, only that session needs the password again', () => {
  const failures = [...times(5, 1, 'one'), ...times(4, 1, 'two')];
  expect([
    hasSessionUsedUpAttempts(failures, 'one'),
    hasSessionUsedUpAttempts(failures, 'two'),
    hasSessionUsedUpAttempts(failures, 'three'),
  ]).toEqual([true, false, false]);
});
