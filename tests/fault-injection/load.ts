// Simulates people who use a site while it is being damaged, and who remember everything that the site confirmed.
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { BusySociety } from './society.ts';

/** A change that the site has confirmed. */
export interface ConfirmedChange {
  kind: 'feedback' | 'message' | 'blog post' | 'document' | 'booking';
  /** The text, hash or buyer's name by which the change can be found again. */
  mark: string;
}

/** An amount of work: the numbers of responses, bookings and uploaded documents. */
export interface WorkAmount {
  answers?: number;
  bookings?: number;
  documents?: number;
  /** The number of responses that say when to retry. */
  toldToWait?: number;
}

/**
 * The longest time in milliseconds for a request. A single payment may take a minute and a half, if Square's client has
 * to be loaded and four requests are sent to Square.
 */
const maxRequestMs = 180_000;

const pages = [
  '/',
  '/past-shows',
  '/past-shows?q=the',
  '/past-shows?react&q=a',
  '/tickets?react',
  '/blog',
  '/search?q=lantern',
  '/sitedata',
];
const membersPages = ['/members/dashboard', '/members/docs', '/members/account_settings'];

interface RequestOptions {
  cookie?: string;
  body?: BodyInit | object;
}

/**
 * Starts a mixed load on the site at `url()`. The site may be unavailable at times, and may have another URL when it
 * returns.
 *
 * @param mayRefuseFiles true if the site may refuse documents because there is no room for them
 */
export function startMixedLoad(society: BusySociety, url: () => string, { mayRefuseFiles = false } = {}) {
  const promised: ConfirmedChange[] = [];
  const odd: string[] = [];
  const answers: Record<number, number> = {};
  let [cut, count, done, isOver] = [0, 0, 0, false];
  const run = Math.random().toString(36).slice(2, 8);
  const markOf = (what: string) => `${what} ${run} ${++count}`;

  async function send(path: string, { cookie = '', body }: RequestOptions = {}) {
    const n = ++count;
    const isForm = body instanceof FormData;
    const response = await fetch(url() + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        // Each request has its own client address, so that no rate limit applies
        'x-forwarded-for': `198.${18 + ((n >> 16) & 1)}.${(n >> 8) & 255}.${n & 255}`,
        // Each request has its own connection, because the site might close an idle connection just when it is reused
        connection: 'close',
        ...(cookie && { cookie }),
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      redirect: 'manual',
      signal: AbortSignal.timeout(maxRequestMs),
    });
    const text = await response.text();
    answers[response.status] = (answers[response.status] ?? 0) + 1;
    done += 1;
    const isAsExpected =
      response.status === 200 ||
      (response.status === 503 && response.headers.has('retry-after')) ||
      (response.status === 413 && mayRefuseFiles && isForm);
    if (!isAsExpected) odd.push(`${path} responded with ${response.status}: ${text.slice(0, 200)}`);
    return { isDone: response.status === 200, headers: response.headers, text };
  }

  const promise = (kind: ConfirmedChange['kind'], mark: string, { isDone }: { isDone: boolean }) =>
    void (isDone && promised.push({ kind, mark }));

  const { admin, author, member, wish } = society;
  const turn = <T>(some: readonly T[]): T => some[count % some.length] as T;
  const loadActions = {
    read: () => send(turn(pages)),
    'read as a member': () => send(turn(membersPages), { cookie: member }),
    feedback: async () => {
      const message = markOf('The hall was cold');
      const body = { about: 'idea', message, wants_reply: false };
      promise('feedback', message, await send('/members/api/feedback', { cookie: member, body }));
    },
    message: async () => {
      const message = markOf('Is there a matinee?');
      const body = { name: 'Ann', contact: 'ann@visitors.example', subject: 'Other', message };
      promise('message', message, await send('/api/contact', { body }));
    },
    'blog post': async () => {
      const title = markOf('Notes from the prompt desk');
      const body = { title, author: 'Amy Treadwell', content: 'A cue.', publishing: 'now' };
      promise('blog post', title, await send('/members/api/blog/new', { cookie: author, body }));
    },
    document: async () => {
      const bytes = Buffer.from(`${markOf('Minutes')}\n`.repeat(20_000));
      const body = new FormData();
      body.append('readers', 'members');
      body.append('files', new Blob([bytes], { type: 'text/plain' }), `${markOf('minutes')}.txt`);
      const hash = createHash('sha256').update(bytes).digest('hex');
      promise('document', hash, await send('/members/api/docs/upload', { cookie: admin, body }));
    },
    booking: async () => {
      const name = markOf('Buyer');
      const { performance_id, field } = wish;
      const held = await send('/api/tickets/hold', { body: { performance_id, [field]: '1' } });
      if (!held.isDone) return;
      const cookie = held.headers.getSetCookie().find((one) => one.startsWith('basket=')) ?? '';
      const who = { name, email: 'buyer@visitors.example', card_nonce: 'cnon:card-nonce-ok' };
      const paid = await send('/api/tickets/pay', { cookie: cookie.split(';')[0] ?? '', body: who });
      // The site may also respond that it is still checking the card payment, which confirms nothing yet
      promise('booking', name, { isDone: paid.isDone && paid.text.includes('your tickets are booked') });
    },
  };

  const repeatAction = async (what: string, doing: () => Promise<unknown>) => {
    while (!isOver) {
      try {
        await doing();
      } catch (error) {
        if (error instanceof DOMException && error.name === 'TimeoutError') odd.push(`${what} got no response`);
        cut += 1;
        await pause(25);
      }
      // Without a pause, writes and bookings would get too little of the site's time
      await pause(5);
    }
  };
  const all = Object.entries(loadActions).flatMap(([what, doing]) => [
    repeatAction(what, doing),
    repeatAction(what, doing),
  ]);

  return {
    /** Everything that the site has confirmed so far. */
    promised,
    /**
     * Unexpected responses: all except 200, 503 with a time to retry and, if files may be refused, 413. Also lists
     * requests that timed out.
     */
    odd,
    /** The number of responses of each status. */
    answers,
    /** Resolves once each count has grown by this much. */
    until: async ({ answers: more = 0, bookings = 0, documents = 0, toldToWait = 0 }: WorkAmount) => {
      const countPromised = (wanted: ConfirmedChange['kind']) => promised.filter(({ kind }) => kind === wanted).length;
      const countRefused = () => answers[503] ?? 0;
      const [allAnswers, allRefused] = [done + more, countRefused() + toldToWait];
      const allBookings = countPromised('booking') + bookings;
      const allDocuments = countPromised('document') + documents;
      const isEnough = () =>
        done >= allAnswers &&
        countRefused() >= allRefused &&
        countPromised('booking') >= allBookings &&
        countPromised('document') >= allDocuments;
      while (!isEnough()) await pause(5);
    },
    /** Returns the number of requests whose response was missing or incomplete. */
    cut: () => cut,
    /** Lets everybody finish their request, then stops. */
    end: async () => {
      isOver = true;
      await Promise.all(all);
    },
  };
}
