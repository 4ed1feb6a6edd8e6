import { type Bucket, bucket } from '#features/society/accounts/server/index.ts';
import type { Encryption } from '#platform/server/crypto/encryption.ts';
import { networksOf } from '#platform/server/http/request/client-address.ts';
import { isThisMachine } from '#platform/server/http/request/rate-limits.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { BasketTable } from './tables.ts';

/** The columns of a basket's networks, narrowest first. */
const columns = ['network', 'network_56', 'network_48'] as const;

export type BasketNetworks = Pick<BasketTable, (typeof columns)[number]>;

/** A visitor that no limit by network applies to. */
export const noNetworks: BasketNetworks = { network: '', network_56: '', network_48: '' };

/**
 * Hashes the visitor's networks, so that the stored values don't tell which they are. All are "" for this machine's
 * own address.
 */
export function visitorNetworks({ client }: Pick<PageRequest, 'client'>, encryption: Encryption): BasketNetworks {
  if (isThisMachine(client.address)) return noNetworks;
  const [network = '', network_56 = '', network_48 = ''] = networksOf(client.address).map(({ name }) =>
    encryption.hash(name, 'basket'),
  );
  return { network, network_56, network_48 };
}

/** A network that baskets are counted by, and how many times a household's allowance it has. */
export interface NetworkLevel {
  column: (typeof columns)[number];
  hash: string;
  factor: number;
}

/** The networks that count, narrowest first. */
export const networkLevelsOf = (networks: BasketNetworks): NetworkLevel[] =>
  columns
    .map((column, level) => ({ column, hash: networks[column], factor: 2 ** level }))
    .filter(({ hash }) => hash !== '');

/** The allowances of a basket and of its networks: an attempt counts against all of them. */
export const basketBuckets = (
  kind: 'card' | 'promo',
  { id, ...networks }: BasketNetworks & { id: string },
): Bucket[] => [
  bucket(kind, `basket ${id}`),
  ...networkLevelsOf(networks).map(({ hash, factor }) => bucket(kind, hash, factor)),
];
