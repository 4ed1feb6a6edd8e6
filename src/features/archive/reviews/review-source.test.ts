import { expect, test } from 'vitest';
import { parseReviewSource } from './review-source.ts';

test('a review’s source is shown under the familiar name of its website', () => {
  expect(parseReviewSource('https://www.reviews.example/a?b')).toEqual({
    href: 'https://www.reviews.example/a?b',
    site: 'reviews.example',
    readable: true,
  });
});

test('a review URL with http is linked to, but not fetched', () => {
  expect(parseReviewSource('http://reviews.example/')).toMatchObject({ readable: false });
});

test.each([
  '',
  'see the programme',
  'reviews.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://a.example/',
  'https://players.example/members/logout',
])('text that isn’t a web address is not a review source: "%s"', (review) => {
  expect(parseReviewSource(review)).toBeNull();
});
