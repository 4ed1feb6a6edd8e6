import { expect, test } from 'vitest';
import { type PostDraft, toPublishDate } from './post-editor.tsx';

const saved: PostDraft = {
  title: 'First night',
  type: 'public',
  date: '2026-12-01T19:30',
  content: '',
  tell: false,
  version: 3,
};

test('an unchanged date is sent without its time, and a changed date as it was typed', () => {
  expect(toPublishDate(saved, saved)).toBe('2026-12-01');
  expect(toPublishDate({ ...saved, date: '2026-12-01T20:00' }, saved)).toBe('2026-12-01T20:00');
  expect(toPublishDate({ ...saved, date: '2026-12-02' }, saved)).toBe('2026-12-02');
});

test('a day whose time was cleared is sent with 00:00, so that the server drops the old time', () => {
  expect(toPublishDate({ ...saved, date: '2026-12-01' }, saved)).toBe('2026-12-01T00:00');
  expect(toPublishDate({ ...saved, date: '2026-12-01', version: 4 }, saved)).toBe('2026-12-01T00:00');
});

test('a post that overwrites someone else’s version is sent with its full date and time', () => {
  expect(toPublishDate({ ...saved, version: 4 }, saved)).toBe('2026-12-01T19:30');
});

test('a new post is sent with the chosen date and time', () => {
  const begun = { ...saved, version: 0, date: '2026-12-01T19:30' };
  expect(toPublishDate(begun, begun)).toBe('2026-12-01T19:30');
});
