import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Generated, Kysely } from 'kysely';
import { SquareClient } from 'square';
import { onTestFinished } from 'vitest';
import {
  createSquareProvider,
  type PaymentHandler,
  type PaymentProvider,
} from '#features/money/payments/server/index.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import { createContributionsGetter, type Services } from '#platform/server/feature/feature.ts';
import { sendRequestOnce } from '#platform/server/outgoing/trusted-fetch.ts';
import {
  type PracticeSquare,
  type PracticeSquareOptions,
  startPracticeSquare,
} from '../../../src/practice/square/index.ts';
import { createCardToken } from '../../../src/practice/square/test-cards.ts';

/** Starts a practice provider that runs until the end of the test. */
export async function startTestSquare(options: PracticeSquareOptions = {}): Promise<PracticeSquare> {
  const square = await startPracticeSquare({ mode: 'test', ...options });
  onTestFinished(() => square.close());
  return square;
}

/** Returns Square's own client, connected to the practice provider by its URL and token, without retries. */
export const createTestClient = ({ access }: PracticeSquare, token = access.accessToken): SquareClient =>
  new SquareClient({ token, baseUrl: access.baseUrl, maxRetries: 0 });

/** Returns a function that creates the token of a card that hasn't been used before. */
export function createCardTokenGenerator(practice: PracticeSquare | undefined): (cvv?: string) => string {
  let cards = 0;
  return (cvv = '111') => {
    const typed = { number: '4111 1111 1111 1111', expMonth: 12, expYear: 2039, cvv, postcode: 'AB1 2CD' };
    const token = `cnon:card-${++cards}`;
    practice?.journal.put('token', token, createCardToken(typed));
    return token;
  };
}

/** Starts a server that records the events sent to it, and responds with the given statuses, then with 200. */
export async function listenForEvents(statuses: number[] = []) {
  const heard: { body: string; signature: string; type: string; id: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { type, event_id } = JSON.parse(body);
    heard.push({ body, type, id: event_id, signature: `${request.headers['x-square-hmacsha256-signature']}` });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { heard, to: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/square` };
}

/**
 * Returns the site's adapter, connected to the practice provider. The adapter never pauses, and a request times out
 * only if its response is held back.
 */
export function openTestProvider({ access, faults }: PracticeSquare): PaymentProvider {
  let latest = new AbortController();
  const byKey = new Map<string, AbortController>();
  faults.onStalled = (key) => (byKey.get(key) ?? latest).abort(new DOMException('late', 'TimeoutError'));
  return createSquareProvider(
    { environment: 'practice', ...access },
    {
      sleep: async () => {},
      // Called immediately before the request to which the signal belongs
      timeout: () => {
        latest = new AbortController();
        return latest.signal;
      },
      send: (url, request, maxBytes) => {
        const [, key] = /"idempotency_key":"([^"]*)"/.exec(request.body ?? '') ?? [];
        if (key !== undefined) byKey.set(key, latest);
        return sendRequestOnce(url, request, maxBytes);
      },
    },
  );
}

/** The table in which the till's payment purpose records the outcomes of payments. */
interface Outcomes {
  outcome: { id: Generated<number>; text: string };
}

/**
 * Creates a till: everything that payments need, a practice provider, and a purpose that records the outcomes of its
 * payments.
 */
export async function createTill(db: Database) {
  let now = new Date('2026-11-21T12:00:00.000Z');
  const clock = () => now;
  const practice = await startTestSquare({ clock });
  await write(db, (tx) =>
    tx.schema
      .createTable('outcome')
      .ifNotExists()
      .addColumn('id', db.engine === 'postgres' ? 'serial' : 'integer', (id) => id.primaryKey())
      .addColumn('text', 'text')
      .execute(),
  );
  // Stores the outcome in a table rather than in memory. After a conflict the transaction runs again, and only its
  // committed writes count
  const note =
    (what: string): PaymentHandler['onSettled'] =>
    async (tx, { subject, pence, declined_because }) => {
      const text = [what, subject, pence, declined_because].filter(Boolean).join(' ');
      await (tx as unknown as Kysely<Outcomes>).insertInto('outcome').values({ text }).execute();
    };
  const outcomes: PaymentHandler = {
    purpose: 'subscription',
    onSettled: note('settled'),
    onDeclined: note('declined'),
    onRefunded: note('refunded'),
  };
  const all: Services['all'] = createContributionsGetter([{ paymentOutcomes: [outcomes] }]);
  return {
    ...{ db, clock, practice, all },
    paymentProvider: openTestProvider(practice),
    /** Returns the recorded outcomes of payments, oldest first. */
    recorded: async (): Promise<string[]> => {
      const { read } = db as unknown as { read: Kysely<Outcomes> };
      const rows = await read.selectFrom('outcome').select('text').orderBy('id').execute();
      return rows.map(({ text }) => text);
    },
    /** Sets the clock. */
    at: (moment: string) => {
      now = new Date(moment);
    },
  };
}

type Till = Awaited<ReturnType<typeof createTill>>;

/**
 * Returns the ledger's entries about Square and Square's own entries: kind, Square's id, pence. The two lists must be
 * equal.
 */
export async function listLedgerAndSquareEntries({ db, practice }: Pick<Till, 'db' | 'practice'>) {
  const entries = await db.read.selectFrom('entry').select(['kind', 'square_id', 'amount']).execute();
  const payments = practice.journal.all('payment').filter(({ status }) => status === 'COMPLETED');
  const lines = [
    ...payments.map(({ id, amount_money }) => ['charge', id, amount_money.amount]),
    ...payments.map(({ id, processing_fee }) => ['fee', id, -(processing_fee?.[0]?.amount_money.amount ?? 0)]),
    ...practice.journal.all('refund').map(({ id, amount_money }) => ['refund', id, -amount_money.amount]),
  ];
  const sorted = (some: readonly unknown[][]) => some.map((line) => line.join(' ')).sort();
  return { books: sorted(entries.map(Object.values)), square: sorted(lines) };
}
