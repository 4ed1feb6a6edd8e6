import { lookup } from 'node:dns/promises';
import type { Duplex } from 'node:stream';
import { connect } from 'node:tls';

/** The target of a connection: the checked address, and the host name that its certificate must carry. */
export interface ConnectionTarget {
  address: string;
  name: string;
}

/** Access to the network beyond this site. It is passed in so that tests can replace it. */
export interface NetworkAccess {
  /** Looks up every IP address of a name, in the resolver's order. */
  lookUp: (name: string) => Promise<string[]>;
  connect: (target: ConnectionTarget) => Duplex;
}

/**
 * The maximum number of concurrent look-ups. Look-ups share the program's few threads with files and passwords, and a
 * hanging look-up blocks its thread long after its request was abandoned.
 */
const maxLookUps = 2;

/**
 * Returns a look-up that refuses with a `PageFetchError` while `maxLookUps` others run, because another might take the
 * last threads.
 */
export function limitConcurrentLookups(lookUp: NetworkAccess['lookUp']): NetworkAccess['lookUp'] {
  let underWay = 0;
  return async (name) => {
    if (underWay >= maxLookUps)
      throw new PageFetchError('unreachable', 'Other sites are slow to respond at the moment.');
    underWay += 1;
    try {
      return await lookUp(name);
    } finally {
      underWay -= 1;
    }
  };
}

/** The real internet, over https only. */
export const internet: NetworkAccess = {
  lookUp: limitConcurrentLookups(async (name) =>
    (await lookup(name, { all: true, order: 'verbatim' })).map(({ address }) => address),
  ),
  connect: (target) => connect({ ...tlsOptions(target), port: 443 }),
};

/** Builds the TLS options. An IP address needs no look-up; the certificate is still checked against the name. */
export const tlsOptions = ({ address, name }: ConnectionTarget) => ({
  host: address,
  ...(name === address ? {} : { servername: name }),
  ALPNProtocols: ['http/1.1'],
});

/**
 * Thrown when a page can't be fetched or shown. `unreachable`: another attempt may succeed, so the cached copy is
 * shown. `gone`: the site responded with 404 or 410. `refused`: the page or address is unusable, so retrying won't
 * help.
 */
export class PageFetchError extends Error {
  readonly kind: 'unreachable' | 'gone' | 'refused';

  constructor(kind: PageFetchError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

declare module '#platform/server/feature/feature.ts' {
  interface Services {
    /** The network over which reviews of shows are fetched. */
    network: NetworkAccess;
  }
}
