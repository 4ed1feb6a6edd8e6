import { cardAttemptLimit } from '#features/money/payments/server/index.ts';
import type { Encryption } from '#platform/server/crypto/encryption.ts';
import { listNetworks } from '#platform/server/http/request/client-address.ts';
import { isLoopbackHost } from '#platform/server/http/request/request-limits.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import {
  declareRateLimits,
  type RateLimit,
  type RateLimitKey,
  rateLimits,
} from '#platform/server/rate-limits/index.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import type { BasketTable } from './tables.ts';

/** The columns of a basket's networks, the narrowest network first. */
const columns = ['network', 'network_56', 'network_48'] as const;

export type BasketNetworks = Pick<BasketTable, (typeof columns)[number]>;

/** The networks for a visitor without a limit by network. */
export const noNetworks: BasketNetworks = { network: '', network_56: '', network_48: '' };

/**
 * Returns hashes of the visitor's networks, so that the stored values don't reveal them. All are "" for requests from
 * this machine.
 */
export function hashVisitorNetworks({ client }: Pick<PageRequest, 'client'>, encryption: Encryption): BasketNetworks {
  if (isLoopbackHost(client.address)) return noNetworks;
  const [network = '', network_56 = '', network_48 = ''] = listNetworks(client.address).map(({ name }) =>
    encryption.hash(name, 'basket'),
  );
  return { network, network_56, network_48 };
}

/** A network whose baskets are counted together. Some of its limits are `factor` times those of a household. */
export interface NetworkLevel {
  column: (typeof columns)[number];
  hash: string;
  factor: number;
}

/** Lists the networks whose limits apply, the narrowest first. */
export const listNetworkLevels = (networks: BasketNetworks): NetworkLevel[] =>
  columns
    .map((column, level) => ({ column, hash: networks[column], factor: 2 ** level }))
    .filter(({ hash }) => hash !== '');

/** The rate limit for attempts to enter a promo code. */
const { promo: promoLimit } = declareRateLimits({ promo: { burst: 8, everyMs: 2 * minute } });

/** Returns the rate limits of a basket and of its networks. An attempt counts against each of these limits. */
const toBasketLimits = (limit: RateLimit, { id, ...networks }: BasketNetworks & { id: string }): RateLimitKey[] => [
  rateLimits.key(limit, `basket ${id}`),
  ...listNetworkLevels(networks).map(({ hash, factor }) => rateLimits.key(limit, hash, factor)),
];

/** Returns the rate limits of card attempts for a basket. */
export const getCardRateLimits = (basket: BasketNetworks & { id: string }): RateLimitKey[] =>
  toBasketLimits(cardAttemptLimit, basket);

/** Returns the rate limits of promo codes tried for a basket. */
export const getPromoCodeRateLimits = (basket: BasketNetworks & { id: string }): RateLimitKey[] =>
  toBasketLimits(promoLimit, basket);
