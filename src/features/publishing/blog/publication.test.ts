import { expect, test } from 'vitest';
import { getPublicationState, resolveBlogPublishAt } from './publication.ts';

const now = '2026-11-21T12:00:00.000Z';
const clock = { now, timeZone: 'Europe/London', before: null };

test('a post is published now, at a local time, or not yet, as its author chose', () => {
  expect(resolveBlogPublishAt({ publishing: 'now', date: '' }, clock)).toBe(now);
  expect(resolveBlogPublishAt({ publishing: 'at', date: '2027-07-01' }, clock)).toBe('2027-06-30T23:00:00.000Z');
  expect(resolveBlogPublishAt({ publishing: 'at', date: '2026-12-01T19:30' }, clock)).toBe('2026-12-01T19:30:00.000Z');
  expect(resolveBlogPublishAt({ publishing: 'draft', date: '2026-12-01' }, clock)).toBeNull();
});

test('“publish now” keeps a published post’s date, and publishes a scheduled post at once', () => {
  expect(resolveBlogPublishAt({ publishing: 'now', date: '' }, { ...clock, before: '2026-11-01T09:00:00.000Z' })).toBe(
    '2026-11-01T09:00:00.000Z',
  );
  expect(resolveBlogPublishAt({ publishing: 'now', date: '' }, { ...clock, before: '2026-12-01T09:00:00.000Z' })).toBe(
    now,
  );
});

test('a post’s state follows from its publication time', () => {
  expect([null, now, '2026-11-21T12:00:00.001Z'].map((at) => getPublicationState(at, now))).toEqual([
    'draft',
    'published',
    'scheduled',
  ]);
});
