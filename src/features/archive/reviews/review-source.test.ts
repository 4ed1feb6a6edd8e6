import { expect, test } from 'vitest';
import { parseReviewSource } from './review-source.ts';

test('a review names its site as people do', () => {
  expect(parseReviewSource('https://www.reviews.example/a?b')).toEqual({
    href: 'https://www.reviews.example/a?b',
    site: 'reviews.example',
    readable: true,
  });
});

test('an old address without https is linked to, not read', () => {
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
])('what is no web address is no source: "%s"', (review) => {
  expect(parseReviewSource(review)).toBeNull();
});
