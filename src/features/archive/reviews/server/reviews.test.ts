import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { showPath } from '#features/archive/shows/paths.ts';
import { write } from '#platform/server/database/index.ts';
import { loadBuiltFrontend } from '#platform/server/http/response/frontend.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import {
  createTemporaryFolder,
  type DatabaseTestContext,
  onEachEngine,
  onSqlite,
} from '#tests/support/site/engines.ts';
import {
  createFakeNetwork,
  type FakeNetwork,
  PUBLIC_ADDRESS,
  redirectTo,
  respondWithPage,
} from '#tests/support/site/fake-network.ts';
import { createFactories } from '#tests/support/society/factories.ts';
import { buildApp } from '../../../../app.ts';
import { recordPracticeReview } from './index.ts';
import { extractExcerpt, findReviewExcerpt, upsertReview } from './reviews.ts';

const front = loadBuiltFrontend(join(import.meta.dirname, '../../../../../dist'));
const review = 'https://reviews.example/a-taut-evening';
const page = '<p class="subheading">A taut evening.</p><script>alert(1)</script>';
const shown = '<div class="subheading"><p>A taut evening.</p></div>';

interface OnReviews extends DatabaseTestContext {
  network: FakeNetwork;
  /** Sets the responses of the reviewers' site. */
  answering: (answer: RequestListener) => void;
  listener: ReturnType<typeof vi.fn<RequestListener>>;
  read: (url: unknown, headers?: Record<string, string>) => Promise<{ status: number; body: string; headers: object }>;
  at: (moment: string) => void;
  /** Returns the HTML of the show's page. */
  showsPage: () => Promise<string>;
}

/** Runs a test on a site whose only show links to its review on the reviewers' site. */
function onReviewedSite(name: string, body: (on: OnReviews) => Promise<void>): void {
  onEachEngine(name, async (on) => {
    let now = new Date('2026-11-21T12:00:00.000Z');
    let answer: RequestListener = respondWithPage(page);
    const network = createFakeNetwork();
    network.named('reviews.example', [PUBLIC_ADDRESS]);
    const listener = vi.fn<RequestListener>((...exchange) => answer(...exchange));
    await network.at(PUBLIC_ADDRESS, listener);
    const storage = createDiskStorage(createTemporaryFolder());
    const app = await buildApp({
      maxDelayMs: 0,
      db: on.db,
      storage,
      frontend: await front,
      clock: () => now,
      network,
      dataKey: 'nobody guesses that these are tests',
    });
    onTestFinished(() => app.close());
    const title = 'An Inspector Calls';
    const show = await createFactories(on.db, storage).show({ title, noda_review: review });
    await body({
      ...on,
      network,
      listener,
      answering: (next) => {
        answer = next;
      },
      read: async (url, headers = {}) => {
        const payload = { url };
        const sent = {
          method: 'POST',
          url: '/cors',
          headers: { host: 'players.example', ...headers },
          payload,
        } as const;
        const { statusCode, body, headers: got } = await app.fastify.inject(sent);
        return { status: statusCode, body, headers: got };
      },
      at: (moment) => {
        now = new Date(moment);
      },
      showsPage: async () =>
        (await app.fastify.inject({ url: showPath({ id: show, title }), headers: { host: 'players.example' } })).body,
    });
  });
}

const silent: RequestListener = (request) => request.socket.destroy();

onReviewedSite(
  'a review is shown as sanitised HTML and cached for a day',
  async ({ read, listener, at, answering }) => {
    const answer = await read(review);
    expect(answer).toMatchObject({ status: 200, body: shown });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    answering(respondWithPage('<p class="content">Rewritten.</p>'));
    at('2026-11-22T11:59:00.000Z');
    expect((await read(review)).body).toBe(shown);
    expect(listener).toHaveBeenCalledTimes(1);
    at('2026-11-22T12:01:00.000Z');
    expect((await read(review)).body).toBe('<div class="content"><p>Rewritten.</p></div>');
    expect(listener).toHaveBeenCalledTimes(2);
  },
);

onReviewedSite(
  'fetching a review updates the quotation on the show’s cached page',
  async ({ read, at, answering, db, showsPage }) => {
    expect(await showsPage()).not.toContain('A taut evening.');
    await read(review);
    expect(await showsPage()).toContain('A taut evening.');
    answering(respondWithPage('<p class="content">Rewritten.</p>'));
    // The stored copy is quoted until another text is fetched. At 12:01 the copy is a day old, so the review is fetched
    // again
    at('2026-11-22T00:01:00.000Z');
    expect(await showsPage()).toContain('A taut evening.');
    at('2026-11-22T12:01:00.000Z');
    await read(review);
    const page = await showsPage();
    expect([page.includes('Rewritten.'), page.includes('A taut evening.')]).toEqual([true, false]);

    // Fetching the same text again doesn't invalidate cached pages
    const revision = await db.revision();
    at('2026-11-23T12:02:00.000Z');
    await read(review);
    expect(await db.revision()).toBe(revision);
    // The stored text was too old to be quoted; it is quoted again after a new fetch
    at('2027-01-23T12:00:00.000Z');
    expect(await showsPage()).not.toContain('Rewritten.');
    await read(review);
    expect(await showsPage()).toContain('Rewritten.');
  },
);

onReviewedSite(
  'ten simultaneous readers of a review cause only one request to the review’s site',
  async ({ read, listener }) => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => read(review)));
    expect(new Set(answers.map(({ body }) => body))).toEqual(new Set([shown]));
    expect(listener).toHaveBeenCalledTimes(1);
  },
);

onReviewedSite(
  'a review on an unreachable site is shown from the cache, without a request for each reader',
  async ({ read, listener, at, answering }) => {
    await read(review);
    answering(silent);
    at('2026-11-25T12:00:00.000Z');
    const copy = `<p class="note">We can’t check for a newer version at the moment. This is the review as it was on 21 November 2026.</p>${shown}`;
    expect(await read(review)).toMatchObject({ status: 200, body: copy });
    expect(await read(review)).toMatchObject({ status: 200, body: copy });
    expect(listener).toHaveBeenCalledTimes(2);
    answering(respondWithPage(page));
    at('2026-11-25T12:02:00.000Z');
    expect((await read(review)).body).toBe(shown);
  },
);

onReviewedSite(
  'a review deleted from its site is deleted from the cache on the next fetch',
  async ({ db, read, at, answering, showsPage }) => {
    await read(review);
    at('2026-11-25T11:59:00.000Z');
    expect(await showsPage()).toContain('A taut evening.');
    answering((_request, reply) => void reply.writeHead(410, { 'content-type': 'text/html' }).end());
    for (const moment of ['2026-11-25T12:00:00.000Z', '2026-11-25T12:00:01.000Z']) {
      at(moment);
      const { status, body } = await read(review);
      expect([status, JSON.parse(body).msg]).toEqual([503, 'The other site says this page doesn’t exist.']);
    }
    expect(await findReviewExcerpt(db.read, review, '2026-11-25T12:00:00.000Z')).toBe('');
    expect(await showsPage()).not.toContain('A taut evening.');
    answering(silent);
    expect((await read(review)).status).toBe(503);
  },
);

onReviewedSite(
  'if the review’s site is silent and no copy is stored, the reader is asked to try again',
  async ({ read, answering }) => {
    answering(silent);
    const { status, body } = await read(review);
    expect([status, JSON.parse(body)]).toEqual([
      503,
      { code: 503, msg: 'We can’t reach the other site at the moment. Please try again in a few minutes.' },
    ]);
    answering(respondWithPage(page));
    expect((await read(review)).body).toBe(shown);
  },
);

onReviewedSite(
  'a review URL that redirects to an internal address is refused with the reason',
  async ({ read, answering }) => {
    const msg = 'The link to this review leads to an address that we don’t open. Follow the link to read it there.';
    answering(redirectTo('https://169.254.169.254/'));
    expect(JSON.parse((await read(review)).body)).toEqual({ code: 400, msg });
  },
);

onReviewedSite('a review page that can’t be read isn’t fetched again for each reader', async (on) => {
  on.answering(respondWithPage('x', { 'content-type': 'application/pdf' }));
  for (let reader = 0; reader < 5; reader++) expect((await on.read(review)).status).toBe(400);
  expect(on.listener).toHaveBeenCalledTimes(1);
  on.answering(respondWithPage(page));
  on.at('2026-11-21T12:11:00.000Z');
  expect((await on.read(review)).body).toBe(shown);
});

onReviewedSite('only the exact URL that a show names as its review is fetched', async ({ read, network }) => {
  const others = ['https://reviews.example/', `${review}/`, `${review}#x`, 'https://127.0.0.1/', review.toUpperCase()];
  for (const url of [...others, `${review}\u0000`, 'x'.repeat(3000), '', 7, null, [review], { review }]) {
    const { status, body } = await read(url);
    expect([status, JSON.parse(body)]).toEqual([400, expect.objectContaining({ code: 400, msg: expect.any(String) })]);
  }
  expect([network.connected, network.lookedUp]).toEqual([[], []]);
});

onReviewedSite('another website can’t make the site fetch reviews', async ({ read, network }) => {
  expect((await read(review, { origin: 'https://elsewhere.example' })).status).toBe(403);
  expect(network.lookedUp).toEqual([]);
});

onReviewedSite(
  'a practice review is marked as practice, and its site is never requested',
  async ({ db, read, network, at }) => {
    const now = '2020-01-01T00:00:00.000Z';
    await write(db, (tx) => recordPracticeReview(tx, { url: review, page, now }));
    at('2030-01-01T00:00:00.000Z');
    expect((await read(review)).body).toBe(
      `<p class="note">Practice: this review is made up and isn’t on any other site.</p>${shown}`,
    );
    expect(network.lookedUp).toEqual([]);
  },
);

const storedHtml = [
  '<div class="subheading"><p>An Inspector Calls</p></div>',
  '<div class="content"><h3>The play</h3><p><em>Seen on the Thursday.</em></p>',
  '<p>The <strong>port</strong> moves. Gerald &amp; Sheila don&#39;t see it.</p><p>Nobody does.</p></div>',
].join('');

test('an excerpt begins with the review’s text, not with headings or bylines', () => {
  expect(extractExcerpt(storedHtml)).toBe("The port moves. Gerald & Sheila don't see it.");
});

test('an excerpt includes a line that is only partly in italics', () => {
  expect(extractExcerpt('<p><em>Rebecca</em> is long, and so is <em>Hamlet</em></p>')).toBe(
    'Rebecca is long, and so is Hamlet',
  );
});

test('a long review’s excerpt ends after a sentence, and a review without paragraphs has no excerpt', () => {
  expect(extractExcerpt('<div class="content"><ul><li>Good</li></ul></div>')).toBe('');
  expect(extractExcerpt(`<p>It was cold. ${'It was very cold indeed. '.repeat(20)}</p>`)).toMatch(
    /^It was cold\..* indeed\.$/,
  );
});

test('an excerpt keeps the reviewer’s own punctuation, even if it looks like Markdown', () => {
  const said = '1. A 5* evening [sic] of &lt;great&gt; `_noises_ off`<br> and # more';
  expect(extractExcerpt(`<p>${said}</p>`)).toBe('1. A 5* evening [sic] of <great> `_noises_ off` and # more');
});

onSqlite(
  'a stored copy of a review is quoted for 30 days after it was fetched, and a practice review always',
  async ({ db }) => {
    const url = 'https://reviews.example/an-inspector-calls';
    const openingAt = (now: string) => findReviewExcerpt(db.read, url, now);
    expect(await openingAt('2026-11-01T12:00:00.000Z')).toBe('');
    const read = { url, html: storedHtml, fetched_at: '2026-11-01T12:00:00.000Z', practice: false };
    await write(db, (tx) => upsertReview(tx, read));
    expect(await openingAt('2026-11-30T12:00:00.000Z')).toMatch(/^The port moves/);
    expect(await openingAt('2026-12-02T12:00:00.000Z')).toBe('');
    await write(db, (tx) => upsertReview(tx, { ...read, practice: true }));
    expect(await openingAt('2026-12-02T12:00:00.000Z')).toMatch(/^The port moves/);
  },
);
