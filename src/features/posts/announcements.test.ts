import { expect, test } from 'vitest';
import { type Announced, auditionsOver, forAuditions, forFrontPage } from './announcements.ts';

const today = '2026-11-21';
const aboutNothing = { date: null, date_precision: null, cancelled: false };
const ahead = { date: '2027-04-17', date_precision: 'day', cancelled: false } as const;
const past = { date: '2026-10-10', date_precision: 'day', cancelled: false } as const;
const cancelled = { ...ahead, cancelled: true };
const post = (id: string, some: Partial<Announced> = {}): Announced => ({
  id,
  type: 'public',
  ...aboutNothing,
  ...some,
});
const auditions = (id: string, some: Partial<Announced> = {}) => post(id, { type: 'auditions', ...some });

test('the front page is about the show ahead, even where there is newer news', () => {
  expect(forFrontPage([post('news'), post('show', ahead), post('older', ahead)], today)).toBe('show');
});

test('auditions for the show ahead stand on the front page, auditions for none do not', () => {
  expect(forFrontPage([auditions('call', ahead), post('news')], today)).toBe('call');
  expect(forFrontPage([auditions('call'), post('news')], today)).toBe('news');
  expect(forFrontPage([auditions('call')], today)).toBeUndefined();
});

test('a show that is over or cancelled is no longer the show ahead', () => {
  expect(forFrontPage([post('news'), post('over', past), post('off', cancelled)], today)).toBe('news');
});

test('a show on its last day is still ahead', () => {
  expect(forFrontPage([post('news'), post('tonight', { ...ahead, date: today })], today)).toBe('tonight');
});

test('a post for members is for no page of the public', () => {
  expect(forFrontPage([post('secret', { type: 'private', ...ahead })], today)).toBeUndefined();
  expect(forAuditions([post('secret', { type: 'private', ...ahead })], today)).toBeUndefined();
});

test('the auditions page calls for the show ahead, else shows the newest call there was', () => {
  expect(forAuditions([auditions('newer'), auditions('call', ahead), post('news', ahead)], today)).toBe('call');
  expect(forAuditions([auditions('newer', past), auditions('older', past)], today)).toBe('newer');
  expect(forAuditions([post('news')], today)).toBeUndefined();
});

test('auditions for a show that was, or will not be, are over', () => {
  expect(auditionsOver(auditions('call', past), today)).toBe(true);
  expect(auditionsOver(auditions('call', cancelled), today)).toBe(true);
  expect(auditionsOver(auditions('call', ahead), today)).toBe(false);
  expect(auditionsOver(auditions('call'), today)).toBe(false);
  expect(auditionsOver(post('report', past), today)).toBe(false);
});
