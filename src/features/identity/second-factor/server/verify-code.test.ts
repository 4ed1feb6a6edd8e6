import { expect, test } from 'vitest';
import { hasSessionUsedUpAttempts, isUserLockedOut } from './verify-code.ts';

const now = '2026-11-21T12:00:00.000Z';
const ago = (minutes: number, session_id = 's') => ({
  session_id,
  at: new Date(Date.parse(now) - minutes * 60_000).toISOString(),
});
const times = (count: number, minutes: number, session?: string) =>
  Array.from({ length: count }, () => ago(minutes, session));

test('after ten wrong codes in an hour, further codes are refused for the rest of that hour', () => {
  expect(isUserLockedOut(times(9, 10), now)).toBe(false);
  expect(isUserLockedOut(times(10, 10), now)).toBe(true);
  expect(isUserLockedOut([...times(9, 59), ago(60)], now)).toBe(false);
});

test('after thirty wrong codes in a day, further codes are refused for the rest of that day', () => {
  expect(isUserLockedOut(times(29, 120), now)).toBe(false);
  expect(isUserLockedOut(times(30, 120), now)).toBe(true);
  expect(isUserLockedOut(times(30, 24 * 60), now)).toBe(false);
});

test('after five wrong codes in one session, only that session needs the password again', () => {
  const failures = [...times(5, 1, 'one'), ...times(4, 1, 'two')];
  expect([
    hasSessionUsedUpAttempts(failures, 'one'),
    hasSessionUsedUpAttempts(failures, 'two'),
    hasSessionUsedUpAttempts(failures, 'three'),
  ]).toEqual([true, false, false]);
});
