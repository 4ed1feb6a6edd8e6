import { expect, it } from 'vitest';
import { write } from '#platform/server/database/index.ts';
import { onSqlite } from '#tests/support/site/engines.ts';
import { extractExcerpt, findReviewExcerpt, upsertReview } from './store.ts';

const html = [
  '<div class="subheading"><p>An Inspector Calls</p></div>',
  '<div class="content"><h3>The play</h3><p><em>Seen on the Thursday.</em></p>',
  '<p>The <strong>port</strong> moves. Gerald &amp; Sheila don&#39;t see it.</p><p>Nobody does.</p></div>',
].join('');

it('an excerpt begins with the review’s text, not with headings or bylines', () => {
  expect(extractExcerpt(html)).toBe("The port moves. Gerald & Sheila don't see it.");
});

it('an excerpt includes a line that is only partly in italics', () => {
  expect(extractExcerpt('<p><em>Rebecca</em> is long, and so is <em>Hamlet</em></p>')).toBe(
    'Rebecca is long, and so is Hamlet',
  );
});

it('a long review’s excerpt ends after a sentence, and a review without paragraphs has none', () => {
  expect(extractExcerpt('<div class="content"><ul><li>Good</li></ul></div>')).toBe('');
  expect(extractExcerpt(`<p>It was cold. ${'It was very cold indeed. '.repeat(20)}</p>`)).toMatch(
    /^It was cold\..* indeed\.$/,
  );
});

it('an excerpt keeps the reviewer’s own punctuation, even if it looks like Markdown', () => {
  const said = '1. A 5* evening [sic] of &lt;great&gt; `_noises_ off`<br> and # more';
  expect(extractExcerpt(`<p>${said}</p>`)).toBe('1. A 5* evening [sic] of <great> `_noises_ off` and # more');
});

onSqlite('a stored copy of a review is quoted for a month after it was fetched', async ({ db }) => {
  const url = 'https://reviews.example/an-inspector-calls';
  const openingAt = (now: string) => findReviewExcerpt(db.read, url, now);
  expect(await openingAt('2026-11-01T12:00:00.000Z')).toBe('');
  const read = { url, html, fetched_at: '2026-11-01T12:00:00.000Z', practice: false };
  await write(db, (tx) => upsertReview(tx, read));
  expect(await openingAt('2026-11-30T12:00:00.000Z')).toMatch(/^The port moves/);
  expect(await openingAt('2026-12-02T12:00:00.000Z')).toBe('');
  await write(db, (tx) => upsertReview(tx, { ...read, practice: true }));
  expect(await openingAt('2026-12-02T12:00:00.000Z')).toMatch(/^The port moves/);
});
