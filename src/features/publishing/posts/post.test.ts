import { expect, test } from 'vitest';
import { CreatePostBody } from './contract.ts';
import {
  areAuditionsOver,
  chooseAuditionsPostId,
  chooseFrontPagePostId,
  type PostWithShowDate,
  resolvePostPublishAt,
} from './post.ts';

const clock = { now: '2026-11-21T12:00:00.000Z', timeZone: 'Europe/London' };

test('a post dated today appears at once, and a later one when its day begins in the society’s time zone', () => {
  expect(resolvePostPublishAt('2026-12-01', clock)).toBe('2026-12-01T00:00:00.000Z');
  expect(resolvePostPublishAt('2027-07-01', clock)).toBe('2027-06-30T23:00:00.000Z');
  expect(resolvePostPublishAt('2026-11-21', clock)).toBe(clock.now);
});

test('a publication time without an offset is local time', () => {
  expect(resolvePostPublishAt('2027-07-01T19:30', clock)).toBe('2027-07-01T18:30:00.000Z');
  expect(resolvePostPublishAt('2027-07-01T19:30:00+02:00', clock)).toBe('2027-07-01T17:30:00.000Z');
});

test('a post keeps its publication time if its date isn’t changed', () => {
  expect(resolvePostPublishAt('2026-11-20', clock, '2026-11-20T18:15:00.000Z')).toBe('2026-11-20T18:15:00.000Z');
  expect(resolvePostPublishAt('2026-11-19', clock, '2026-11-20T18:15:00.000Z')).toBe('2026-11-19T00:00:00.000Z');
});

const written = { title: 'Call sheet', type: 'Private', date: '2026-12-01', content: 'Bring boots.' };

test('the post form’s input is normalised to the stored format', () => {
  const sent = { ...written, title: ' Call\r\nsheet ', content: 'a\r\nb\u0000', tell: 'on' };
  expect(CreatePostBody.parse(sent)).toEqual({
    title: 'Call sheet',
    type: 'private',
    date: '2026-12-01',
    content: 'a\nb',
    tell: true,
  });
  expect(CreatePostBody.parse(written).tell).toBe(false);
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
  const { error } = CreatePostBody.safeParse({ ...written, [field]: value });
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
  expect(error?.issues[0]?.message).toMatch(/^(Keep|Enter|Choose|Give)/);
});

const today = '2026-11-21';
const aboutNothing = { date: null, date_precision: null, cancelled: false };
const ahead = { date: '2027-04-17', date_precision: 'day', cancelled: false } as const;
const past = { date: '2026-10-10', date_precision: 'day', cancelled: false } as const;
const cancelled = { ...ahead, cancelled: true };
const post = (id: string, some: Partial<PostWithShowDate> = {}): PostWithShowDate => ({
  id,
  type: 'public',
  ...aboutNothing,
  ...some,
});
const auditions = (id: string, some: Partial<PostWithShowDate> = {}) => post(id, { type: 'auditions', ...some });

test('the front page shows the newest post about an upcoming show, even if another post is newer', () => {
  expect(chooseFrontPagePostId([post('news'), post('show', ahead), post('older', ahead)], today)).toBe('show');
});

test('the front page has auditions for an upcoming show, but no auditions without a show', () => {
  expect(chooseFrontPagePostId([auditions('call', ahead), post('news')], today)).toBe('call');
  expect(chooseFrontPagePostId([auditions('call'), post('news')], today)).toBe('news');
  expect(chooseFrontPagePostId([auditions('call')], today)).toBeUndefined();
});

test('posts about past or cancelled shows aren’t preferred on the front page', () => {
  expect(chooseFrontPagePostId([post('news'), post('over', past), post('off', cancelled)], today)).toBe('news');
});

test('a post about a show on its last day is still preferred on the front page', () => {
  expect(chooseFrontPagePostId([post('news'), post('tonight', { ...ahead, date: today })], today)).toBe('tonight');
});

test('a private post is neither on the front page nor on the auditions page', () => {
  expect(chooseFrontPagePostId([post('secret', { type: 'private', ...ahead })], today)).toBeUndefined();
  expect(chooseAuditionsPostId([post('secret', { type: 'private', ...ahead })], today)).toBeUndefined();
});

test('the auditions page shows the auditions of an upcoming show or, if there are none, the newest', () => {
  expect(chooseAuditionsPostId([auditions('newer'), auditions('call', ahead), post('news', ahead)], today)).toBe(
    'call',
  );
  expect(chooseAuditionsPostId([auditions('newer', past), auditions('older', past)], today)).toBe('newer');
  expect(chooseAuditionsPostId([post('news')], today)).toBeUndefined();
});

test('auditions for a past or cancelled show are over', () => {
  expect(areAuditionsOver(auditions('call', past), today)).toBe(true);
  expect(areAuditionsOver(auditions('call', cancelled), today)).toBe(true);
  expect(areAuditionsOver(auditions('call', ahead), today)).toBe(false);
  expect(areAuditionsOver(auditions('call'), today)).toBe(false);
  expect(areAuditionsOver(post('report', past), today)).toBe(false);
});
