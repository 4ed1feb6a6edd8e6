import { randomBytes } from 'node:crypto';
import {
  createDeclinedError,
  createInvalidRequestError,
  createNotFoundError,
  getNestedObject,
  getOptionalText,
  type RegisterRoute,
  requireText,
  runIdempotently,
} from './api-server.ts';
import type { Journal } from './journal.ts';
import type { SquareCardOnFile, SquareToken } from './objects.ts';
import { resolveTestCardToken } from './test-cards.ts';

/** Creates an id like Square's, of capitals and digits. */
export const createSquareId = (): string => randomBytes(14).toString('hex').toUpperCase();

/**
 * Returns the token of a card that is about to be charged or stored.
 *
 * @throws SquareError if there is no such token, or it has been used
 */
export function requireUnusedCardToken(journal: Journal, sourceId: string): SquareToken {
  const token = resolveTestCardToken(sourceId) ?? journal.get('token', sourceId);
  if (!token)
    throw createInvalidRequestError('NOT_FOUND', `Card nonce not found in this sandbox: ${sourceId}`, 'source_id');
  if (token.used) throw createInvalidRequestError('CARD_TOKEN_USED', 'Card nonce was already used.', 'source_id');
  return token;
}

/** Marks a token as used. Tokens of the sandbox can be used again. */
export function consumeCardToken(journal: Journal, sourceId: string): void {
  const token = journal.get('token', sourceId);
  if (token) journal.put('token', sourceId, { ...token, used: true });
}

/** Registers the routes of customers and their cards on file. */
export function registerCustomerRoutes(serve: RegisterRoute, journal: Journal, clock: () => Date): void {
  const customerOf = (id: string) => {
    const customer = journal.get('customer', id);
    if (!customer || customer.deleted) throw createNotFoundError(`Customer ${id}`);
    return customer;
  };
  const cardOf = (id: string) => {
    const card = journal.get('card', id);
    if (!card) throw createNotFoundError(`Card ${id}`);
    return card;
  };
  const disable = (card: SquareCardOnFile) => {
    const disabled = card.enabled
      ? { ...card, enabled: false, disabled_at: clock().toISOString(), version: card.version + 1 }
      : card;
    journal.put('card', card.id, disabled);
    return disabled;
  };

  serve('POST', '/v2/customers', ({ body }) => {
    const names = ['given_name', 'family_name', 'email_address', 'reference_id'] as const;
    const make = () => {
      const given = Object.fromEntries(
        names.flatMap((name) => {
          const value = getOptionalText(body, name);
          return value === undefined ? [] : [[name, value]];
        }),
      );
      if (!given.given_name && !given.family_name && !given.email_address) {
        throw createInvalidRequestError(
          'MISSING_REQUIRED_PARAMETER',
          'At least one of name and email address is needed.',
        );
      }
      const customer = { id: createSquareId(), created_at: clock().toISOString(), ...given };
      journal.put('customer', customer.id, customer);
      return { answer: { customer } };
    };
    return body.idempotency_key === undefined
      ? make().answer
      : runIdempotently(journal, { endpoint: 'customers', body }, make);
  });
  serve('POST', '/v2/customers/search', ({ body }) => {
    const { exact } = getNestedObject(getNestedObject(getNestedObject(body, 'query'), 'filter'), 'reference_id');
    const customers = journal.all('customer').filter((one) => !one.deleted && one.reference_id === exact);
    // Square leaves out an empty list
    return customers.length > 0 ? { customers } : {};
  });
  serve('GET', '/v2/customers/:id', ({ params: { id = '' } }) => ({ customer: customerOf(id) }));
  serve('DELETE', '/v2/customers/:id', ({ params: { id = '' } }) => {
    journal.put('customer', id, { ...customerOf(id), deleted: true });
    for (const card of journal.all('card')) if (card.customer_id === id) disable(card);
    return {};
  });

  serve('POST', '/v2/cards', ({ body }) =>
    runIdempotently(journal, { endpoint: 'cards', body }, () => {
      const sourceId = requireText(body, 'source_id');
      const wanted = getNestedObject(body, 'card');
      const customer = customerOf(requireText(wanted, 'customer_id'));
      const token = requireUnusedCardToken(journal, sourceId);
      consumeCardToken(journal, sourceId);
      if (token.declines) throw createDeclinedError(token.declines);
      const reference = getOptionalText(wanted, 'reference_id');
      const card: SquareCardOnFile = {
        id: `ccof:${createSquareId()}`,
        ...token.face,
        customer_id: customer.id,
        enabled: true,
        created_at: clock().toISOString(),
        version: 1,
        ...(reference ? { reference_id: reference } : {}),
      };
      if (token.declinesOnFile) journal.put('cardDeclines', card.id, token.declinesOnFile);
      journal.put('card', card.id, card);
      return { answer: { card } };
    }),
  );
  serve('GET', '/v2/cards', ({ query }) => ({
    cards: journal
      .all('card')
      .filter(
        ({ customer_id, enabled }) =>
          (query.customer_id === undefined || customer_id === query.customer_id) &&
          (enabled || query.include_disabled === 'true'),
      ),
  }));
  serve('GET', '/v2/cards/:id', ({ params: { id = '' } }) => ({ card: cardOf(id) }));
  serve('POST', '/v2/cards/:id/disable', ({ params: { id = '' } }) => ({ card: disable(cardOf(id)) }));
}
