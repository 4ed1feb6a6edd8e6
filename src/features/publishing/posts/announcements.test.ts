import { expect, test } from 'vitest';
import { type AnnouncedPost, areAuditionsOver, chooseAuditionsPostId, chooseFrontPagePostId } from './announcements.ts';

const today = '2026-11-21';
const aboutNothing = { date: null, date_precision: null, cancelled: false };
const ahead = { date: '2027-04-17', date_precision: 'day', cancelled: false } as const;
const past = { date: '2026-10-10', date_precision: 'day', cancelled: false } as const;
const cancelled = { ...ahead, cancelled: true };
const post = (id: string, some: Partial<AnnouncedPost> = {}): AnnouncedPost => ({
  id,
  type: 'public',
  ...aboutNothing,
  ...some,
});
const auditions = (id: string, some: Partial<AnnouncedPost> = {}) => post(id, { type: 'auditions', ...some });

test('the front page shows the next show’s post, even if there is a newer one', () => {
  expect(chooseFrontPagePostId([post('news'), post('show', ahead), post('older', ahead)], today)).toBe('show');
});

test('the front page has auditions for the next show, but no auditions without a show', () => {
  expect(chooseFrontPagePostId([auditions('call', ahead), post('news')], today)).toBe('call');
  expect(chooseFrontPagePostId([auditions('call'), post('news')], today)).toBe('news');
  expect(chooseFrontPagePostId([auditions('call')], today)).toBeUndefined();
});

test('a past or cancelled show isn’t the next show', () => {
  expect(chooseFrontPagePostId([post('news'), post('over', past), post('off', cancelled)], today)).toBe('news');
});

test('a show on its last day is still the next show', () => {
  expect(chooseFrontPagePostId([post('news'), post('tonight', { ...ahead, date: today })], today)).toBe('tonight');
});

test('a private post is neither on the front page nor on the auditions page', () => {
  expect(chooseFrontPagePostId([post('secret', { type: 'private', ...ahead })], today)).toBeUndefined();
  expect(chooseAuditionsPostId([post('secret', { type: 'private', ...ahead })], today)).toBeUndefined();
});

test('the auditions page shows the next show’s auditions or, if there are none, the newest ones', () => {
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
