import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '#tests/support/formats/arbitrary-texts.ts';
import { findFreeSlug, slugify } from './blog-post.ts';

test('a post’s key contains the words of its title', () => {
  expect(slugify('What the inspector taught us')).toBe('what-the-inspector-taught-us');
  expect(slugify('A Doll’s House & the séance table')).toBe('a-dolls-house-and-the-seance-table');
  expect(slugify('  “Sixty” programmes, one shoebox… ')).toBe('sixty-programmes-one-shoebox');
});

test('a long title is cut between words for the key', () => {
  const key = slugify('How we moved a grand piano up two flights of stairs and down again before the interval');
  expect(key).toBe('how-we-moved-a-grand-piano-up-two-flights-of-stairs-and-down');
});

test('a title without Latin letters gets the key “post”', () => {
  expect(slugify('戏剧')).toBe('post');
  expect(slugify('')).toBe('post');
});

test('a key made from any title is safe in a URL and never equals the feed’s name', () => {
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
