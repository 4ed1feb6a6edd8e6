import { expect, test } from 'vitest';
import { validateUrlField } from './save-show.ts';

test.each([
  ['programme', '/media/TZdI6uMZ30qVwbJo/poster.webp'],
  ['radio_audio', 'http://radio.example/a.mp3'],
  ['noda_review', 'https://reviews.example/a'],
  ['noda_review', ''],
] as const)('a show’s %s accepts “%s”', (field, address) => {
  expect(validateUrlField(field, address)).toBeUndefined();
});

test.each([
  ['programme', '/members/logout'],
  ['banner', '/members/api/delete_file/TZdI6uMZ30qVwbJo'],
  ['radio_audio', 'https://players.example/members/%6Cogout'],
  ['noda_review', 'https://players.example/members/logout'],
] as const)('a show’s %s can’t be “%s”, because opening that URL would perform an action', (field, address) => {
  expect(validateUrlField(field, address)).toMatch(/does something/);
});
