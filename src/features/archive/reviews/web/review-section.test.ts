import { expect, test } from 'vitest';
import { loadReview, parseReviewSource } from './review-section.tsx';

const review = 'https://reviews.example/';
const answering = (body: string, status: number) => async () => new Response(body, { status });

test('a review that could be fetched is returned as HTML', async () => {
  expect(await loadReview(review, answering('<div class="content"><p>Good.</p></div>', 200))).toEqual({
    html: '<div class="content"><p>Good.</p></div>',
  });
});

test('a review that is temporarily unavailable can be tried again, and a refused one can’t', async () => {
  const msg = 'Why not.';
  const refused = (code: number) => loadReview(review, answering(JSON.stringify({ code, msg }), code));
  expect(await refused(503)).toEqual({ msg, again: true });
  expect(await refused(429)).toEqual({ msg, again: true });
  expect(await refused(400)).toEqual({ msg, again: false });
});

test.each([
  ['the network fails', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a proxy answers with its own page', answering('<h1>Bad gateway</h1>', 502)],
])('a reader of a review is told to try again when %s', async (_case, ask) => {
  expect(await loadReview(review, ask)).toMatchObject({ again: true, msg: expect.stringContaining('try again') });
});

test('the source of a review is named by its host name without “www.”', () => {
  expect(parseReviewSource('https://www.reviews.example/a?b')).toEqual({
    href: 'https://www.reviews.example/a?b',
    site: 'reviews.example',
    readable: true,
  });
});

test('a review URL with http is linked to, but not fetched', () => {
  expect(parseReviewSource('http://reviews.example/')).toMatchObject({
    href: 'http://reviews.example/',
    readable: false,
  });
});

test.each([
  '',
  'see the programme',
  'reviews.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://a.example/',
  'https://players.example/members/logout',
])('the text "%s" isn’t the source of a review, because it isn’t a link that only opens a web page', (review) => {
  expect(parseReviewSource(review)).toBeNull();
});
