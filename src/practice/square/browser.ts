import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createSquareId } from './customers.ts';
import type { Journal } from './journal.ts';
import { createToken, type TypedCard, testCards, validateCard } from './test-cards.ts';

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
    const made = createToken(card);
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
