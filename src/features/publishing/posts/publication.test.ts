import { expect, test } from 'vitest';
import { PostInput } from './contract.ts';
import { resolvePostPublishAt } from './publication.ts';

const clock = { now: '2026-11-21T12:00:00.000Z', timeZone: 'Europe/London' };

test('a post with a date appears when that day begins locally, or at once if that is today', () => {
  expect(resolvePostPublishAt('2026-12-01', clock)).toBe('2026-12-01T00:00:00.000Z');
  expect(resolvePostPublishAt('2027-07-01', clock)).toBe('2027-06-30T23:00:00.000Z');
  expect(resolvePostPublishAt('2026-11-21', clock)).toBe(clock.now);
});

test('a time without an offset is local time', () => {
  expect(resolvePostPublishAt('2027-07-01T19:30', clock)).toBe('2027-07-01T18:30:00.000Z');
  expect(resolvePostPublishAt('2027-07-01T19:30:00+02:00', clock)).toBe('2027-07-01T17:30:00.000Z');
});

test('a post keeps its time when only its text is changed', () => {
  expect(resolvePostPublishAt('2026-11-20', clock, '2026-11-20T18:15:00.000Z')).toBe('2026-11-20T18:15:00.000Z');
  expect(resolvePostPublishAt('2026-11-19', clock, '2026-11-20T18:15:00.000Z')).toBe('2026-11-19T00:00:00.000Z');
});

const written = { title: 'Call sheet', type: 'Private', date: '2026-12-01', content: 'Bring boots.' };

test('the post form’s input is normalised to the stored format', () => {
  const sent = { ...written, title: ' Call\r\nsheet ', content: 'a\r\nb\u0000', tell: 'on' };
  expect(PostInput.parse(sent)).toEqual({
    title: 'Call sheet',
    type: 'private',
    date: '2026-12-01',
    content: 'a\nb',
    tell: true,
  });
  expect(PostInput.parse(written).tell).toBe(false);
});

test.each([
  ['title', ''],
  ['title', 'x'.repeat(151)],
  ['type', 'file'],
  ['type', ''],
  ['date', ''],
  ['date', 'tomorrow'],
  ['date', '2026-02-30'],
  ['date', '2026-12-01T25:00'],
  ['date', '1066-10-14'],
  ['date', '9999-12-31'],
  ['date', ['2026-12-01', '2026-12-02']],
  ['content', 'x'.repeat(100_001)],
  ['content', { a: 1 }],
])('a post with an invalid %s is refused with a message for that field', (field, value) => {
  const { error } = PostInput.safeParse({ ...written, [field]: value });
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
  expect(error?.issues[0]?.message).toMatch(/^(Keep|Enter|Choose|Give)/);
});
