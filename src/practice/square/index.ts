import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createApiServer, createFaultInjector, type FaultInjector } from './api-server.ts';
import { createSquareId } from './customers.ts';
import { createSellerDashboard, type SellerDashboard } from './dashboard.ts';
import { createEventSender, type EventSender, type WebhookSubscription } from './events.ts';
import { type Journal, type KnownObjects, openJournal, putMissingObjects } from './journal.ts';
import { registerDisputeRoutes, registerPaymentAndCardRoutes } from './payments.ts';
import { createCardToken, type TypedCard, testCards, validateCard } from './test-cards.ts';

/** The address and credentials of the practice provider. */
export interface PracticeSquareAccess {
  baseUrl: string;
  accessToken: string;
  applicationId: string;
  locationId: string;
  signatureKey: string;
}

export interface PracticeSquare {
  access: PracticeSquareAccess;
  faults: FaultInjector;
  events: EventSender;
  /** The seller's actions and the banks' decisions. */
  dashboard: SellerDashboard;
  /** The stored objects, which tests read. */
  journal: Journal;
  /** Stores the given objects, except those that the provider already has. */
  restore: (known: KnownObjects) => void;
  /** Subscribes to events. They are sent within a second (`soon`), or when `deliver` is called. */
  subscribe: (to: Omit<WebhookSubscription, 'signatureKey'>, when: 'soon' | 'when told') => void;
  /** Serves the browser's files at the site's own address, because other devices can't reach any other address. */
  serveBrowser: (site: FastifyInstance) => void;
  close: () => Promise<void>;
}

export interface PracticeSquareOptions {
  /** The folder for the provider's data. Without a folder, the data is only in memory. */
  folder?: string;
  clock?: () => Date;
  /** The environment's NODE_ENV. */
  mode?: string | undefined;
}

/**
 * Starts the practice provider on a port of this machine. It implements the part of Square's API that this site uses,
 * and moves no money.
 * @throws Error in production, regardless of other settings
 */
export async function startPracticeSquare({
  folder,
  clock = () => new Date(),
  mode = process.env.NODE_ENV,
}: PracticeSquareOptions = {}): Promise<PracticeSquare> {
  if (mode === 'production') throw new Error('The practice provider does not run in production.');
  const journal = openJournal(folder && join(folder, 'square.jsonl'));
  const faults = createFaultInjector();
  let subscription: WebhookSubscription | undefined;
  let sending: NodeJS.Timeout | undefined;
  const events = createEventSender(() => subscription, clock);
  const locationId = 'PRACTICE-LOCATION';
  // The token is random, so that nobody else on this machine knows it
  const accessToken = `practice-${randomBytes(16).toString('hex')}`;
  const signatureKey = randomBytes(16).toString('base64url');
  const { fastify, serve } = createApiServer({ faults, journal, accessToken });
  registerPaymentAndCardRoutes(serve, { journal, events, clock, locationId, faults });
  registerDisputeRoutes(serve, journal);
  const dashboard = createSellerDashboard({ journal, events, clock, faults });
  const baseUrl = await fastify.listen({ port: 0, host: '127.0.0.1' });
  return {
    access: { baseUrl, accessToken, applicationId: 'practice', locationId, signatureKey },
    faults,
    events,
    journal,
    dashboard,
    restore: (known) => putMissingObjects(journal, known),
    subscribe: (to, when) => {
      subscription = { ...to, signatureKey };
      if (when === 'soon') sending ??= setInterval(() => void events.deliver({ due: true }), 1000).unref();
    },
    serveBrowser: (site) => registerBrowserRoutes(site, { journal, clock }),
    close: async () => {
      clearInterval(sending);
      await fastify.close();
      journal.close();
    },
  };
}

const read = (name: string) => readFileSync(join(import.meta.dirname, 'browser', name), 'utf8');

/** The frame may only load from this site, and only be embedded in this site's pages. */
const framePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

const renderCardOptions = () =>
  testCards.map(({ number, says }) => `<option value="${number}">${says}: ${number}</option>`).join('');

/**
 * Registers the routes that browsers request from the practice provider: the substitute for Square's script, the frame
 * that it opens, and the tokens.
 */
export function registerBrowserRoutes(
  site: FastifyInstance,
  { journal, clock }: { journal: Journal; clock: () => Date },
): void {
  const files: readonly [path: string, type: string, body: string][] = [
    ['/practice/square.js', 'text/javascript', read('square.js')],
    ['/practice/square/card', 'text/html', read('card.html').replace('<!-- cards -->', renderCardOptions)],
    ['/practice/square/card.js', 'text/javascript', read('card.js')],
    ['/practice/square/card.css', 'text/css', read('card.css')],
  ];
  for (const [path, type, body] of files) {
    site.get(path, (_, reply) =>
      reply
        .headers({ 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' })
        .headers(type === 'text/html' ? { 'content-security-policy': framePolicy } : {})
        .send(body),
    );
  }
  // Anybody may request tokens, and each adds a line to the journal, so the rate is limited
  const config = { rateLimit: { max: 120, timeWindow: 60_000 } };
  site.post('/practice/square/tokens', { bodyLimit: 2000, config }, (request, reply) => {
    const card = parseTypedCard(request.body);
    const errors = validateCard(card, clock());
    if (errors.length > 0) return reply.send({ status: 'INVALID', errors });
    const token = `cnon:${createSquareId()}`;
    const made = createCardToken(card);
    journal.put('token', token, made);
    const { card_brand, last_4, exp_month, exp_year } = made.face;
    return reply.send({
      status: 'OK',
      token,
      details: {
        method: 'Card',
        card: { brand: card_brand, last4: last_4, expMonth: exp_month, expYear: exp_year },
        billing: { postalCode: card.postcode },
      },
    });
  });
}

function parseTypedCard(body: unknown): TypedCard {
  const fields = (body ?? {}) as Partial<Record<string, unknown>>;
  const text = (field: string) => (typeof fields[field] === 'string' ? fields[field].trim() : '');
  const [, month = '0', year = '0'] = /^(\d{1,2})\s*\/\s*(?:20)?(\d{2})$/.exec(text('expiry')) ?? [];
  return {
    number: text('number'),
    expMonth: Number(month),
    expYear: 2000 + Number(year),
    cvv: text('cvv'),
    postcode: text('postcode'),
  };
}
