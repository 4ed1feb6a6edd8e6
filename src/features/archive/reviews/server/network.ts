import { lookup } from 'node:dns/promises';
import type { Duplex } from 'node:stream';
import { connect } from 'node:tls';

/** The target of a connection: the checked address, and the host name that its certificate must carry. */
export interface ConnectionTarget {
  address: string;
  name: string;
}

/** The world beyond this site. Passed in, so that tests can play it; nothing else about a fetch can be changed. */
export interface NetworkAccess {
  /** Every IP address of a name, in the resolver's order. */
  lookUp: (name: string) => Promise<string[]>;
  connect: (door: ConnectionTarget) => Duplex;
}

/**
 * The maximum of concurrent look-ups. They share the program's few threads with files and passwords, and a hanging
 * look-up blocks its thread long after its request was given up.
 */
const mostLookUps = 2;

/** @throws PageFault if so many look-ups hang that another would take the last threads */
export function limitConcurrentLookups(lookUp: NetworkAccess['lookUp']): NetworkAccess['lookUp'] {
  let underWay = 0;
  return async (name) => {
    if (underWay >= mostLookUps)
      throw new PageFetchError('unreachable', 'Other sites are slow to respond at the moment.');
    underWay += 1;
    try {
      return await lookUp(name);
    } finally {
      underWay -= 1;
    }
  };
}

/** The internet itself: https and nothing else. */
export const internet: NetworkAccess = {
  lookUp: limitConcurrentLookups(async (name) =>
    (await lookup(name, { all: true, order: 'verbatim' })).map(({ address }) => address),
  ),
  connect: (door) => connect({ ...tlsOptions(door), port: 443 }),
};

/** An address needs no look-up, so none is made; the certificate is still checked against the name. */
export const tlsOptions = ({ address, name }: ConnectionTarget) => ({
  host: address,
  ...(name === address ? {} : { servername: name }),
  ALPNProtocols: ['http/1.1'],
});

/**
 * Thrown when a page can't be fetched. `unreachable`: may recover, so the cached copy is shown. `gone`: the site
 * answered 404 or 410. `refused`: the page or address is unusable; retrying won't help.
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
