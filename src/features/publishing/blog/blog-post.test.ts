import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '#tests/support/formats/arbitrary-texts.ts';
import {
  advanceLocalTime,
  findFreeSlug,
  getCurrentPublicationState,
  getPostSubmitLabel,
  getPublicationState,
  resolveBlogPublishAt,
  slugify,
} from './blog-post.ts';

test('a post’s key contains the words of its title', () => {
  expect(slugify('What the inspector taught us')).toBe('what-the-inspector-taught-us');
  expect(slugify('A Doll’s House & the séance table')).toBe('a-dolls-house-and-the-seance-table');
  expect(slugify('  “Sixty” programmes, one shoebox… ')).toBe('sixty-programmes-one-shoebox');
});

test('the key of a post with a long title is cut between words', () => {
  const key = slugify('How we moved a grand piano up two flights of stairs and down again before the interval');
  expect(key).toBe('how-we-moved-a-grand-piano-up-two-flights-of-stairs-and-down');
});

test('a post whose title has no Latin letters or digits gets the key “post”', () => {
  expect(slugify('戏剧')).toBe('post');
  expect(slugify('')).toBe('post');
});

test('a post’s key is safe in a URL for any title, and never equals the feed’s name', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (title) => {
      expect(slugify(title)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(slugify(title).length).toBeLessThanOrEqual(60);
    }),
  );
});

test('two posts with the same title get different keys', () => {
  expect(findFreeSlug('notes', new Set())).toBe('notes');
  expect(findFreeSlug('notes', new Set(['notes', 'notes-3']))).toBe('notes-2');
  expect(findFreeSlug('notes', new Set(['notes', 'notes-2']))).toBe('notes-3');
});

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

test('the button says what saving does to a post: save, publish, schedule or unpublish', () => {
  const label = (state: 'draft' | 'scheduled' | 'published', publishing: 'draft' | 'now' | 'at', date = '') =>
    getPostSubmitLabel(state, { publishing, date }, '2026-11-21T12:00');
  expect([label('draft', 'draft'), label('scheduled', 'draft')]).toEqual(['Save draft', 'Save draft']);
  expect([label('draft', 'now'), label('scheduled', 'now')]).toEqual(['Publish post', 'Publish post']);
  expect(label('draft', 'at')).toBe('Schedule post');
  expect(label('draft', 'at', '2026-11-21T19:30')).toBe('Schedule post');
  expect(label('draft', 'at', '2026-11-21T12:00')).toBe('Publish post');
  expect(label('published', 'at', '2026-11-21T12:00')).toBe('Save post');
  expect(label('published', 'at', '2026-11-21T19:30')).toBe('Schedule post');
  expect([label('published', 'now'), label('published', 'draft')]).toEqual(['Save post', 'Unpublish post']);
});

test('once a post’s chosen time has passed, the button says “Publish post”, and a scheduled post counts as published', () => {
  const shownAt = '2026-11-21T12:00';
  const anHourLater = advanceLocalTime(shownAt, 3_600_000);
  expect(anHourLater).toBe('2026-11-21T13:00');
  expect(advanceLocalTime('2026-12-31T23:59', 119_999)).toBe('2027-01-01T00:00');
  const inTenMinutes = { publishing: 'at', date: '2026-11-21T12:10' } as const;
  expect(getPostSubmitLabel('draft', inTenMinutes, shownAt)).toBe('Schedule post');
  expect(getPostSubmitLabel('draft', inTenMinutes, anHourLater)).toBe('Publish post');
  const scheduled = { state: 'scheduled', date: inTenMinutes.date } as const;
  expect(getCurrentPublicationState(scheduled, shownAt)).toBe('scheduled');
  expect(getCurrentPublicationState(scheduled, anHourLater)).toBe('published');
  expect(getCurrentPublicationState({ state: 'draft', date: '' }, anHourLater)).toBe('draft');
});

test('a post’s state follows from its publication time', () => {
  expect([null, now, '2026-11-21T12:00:00.001Z'].map((at) => getPublicationState(at, now))).toEqual([
    'draft',
    'published',
    'scheduled',
  ]);
});
