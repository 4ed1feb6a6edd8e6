import { type LookupAddress, lookup } from 'node:dns';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { isPublicIpAddress } from './public-address.ts';

/** The network, restricted to the part that addresses entered on a screen may reach. */
export interface OutgoingNetwork {
  /** True if the environment also allows addresses of this machine and of private networks. */
  allowPrivate: boolean;
  /** Looks up every address of a name. Default: the system's resolver. */
  lookUp?: (name: string) => Promise<readonly LookupAddress[]>;
  /** Certificates that are trusted in addition to the system's own. */
  ca?: string | Buffer;
}

/** Thrown instead of connecting to an address of this machine or of a private network. */
export class PrivateAddressError extends Error {
  readonly code = 'EPRIVATE';

  constructor() {
    super('The address belongs to a private network.');
  }
}

const resolveName = (name: string): Promise<readonly LookupAddress[]> =>
  new Promise((resolve, reject) => {
    lookup(name, { all: true, order: 'verbatim' }, (error, found) => (error ? reject(error) : resolve(found)));
  });

/**
 * Creates the look-up of a socket, which checks the same addresses that the socket then connects to, so that a second
 * look-up can't lead elsewhere. A name with even one private address is refused.
 */
export function createPublicLookup({ allowPrivate, lookUp = resolveName }: OutgoingNetwork): LookupFunction {
  return (name, { all }, callback) => {
    lookUp(name).then(
      (found) => {
        const [first] = found;
        if (!allowPrivate && !found.every(({ address }) => isPublicIpAddress(address)))
          return callback(new PrivateAddressError(), []);
        if (!first) return callback(Object.assign(new Error('The name has no address.'), { code: 'ENOTFOUND' }), []);
        if (all) callback(null, [...found]);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, []),
    );
  };
}

/**
 * Opens a connection to a public host.
 *
 * @throws PrivateAddressError if the host is private and the environment doesn't allow that
 */
export function connectToPublicHost(
  { host, port, timeoutMs }: { host: string; port: number; timeoutMs: number },
  network: OutgoingNetwork,
): Promise<Socket> {
  // The socket looks up only names, so if the host is an address, it is checked here
  if (isIP(host) && !network.allowPrivate && !isPublicIpAddress(host)) return Promise.reject(new PrivateAddressError());
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup: createPublicLookup(network), autoSelectFamily: true });
    const fail = (error: Error) => {
      clearTimeout(late);
      socket.destroy();
      reject(error);
    };
    const late = setTimeout(
      () => fail(Object.assign(new Error('The connection took too long.'), { code: 'ETIMEDOUT' })),
      timeoutMs,
    );
    socket.once('error', fail);
    socket.once('connect', () => {
      clearTimeout(late);
      socket.off('error', fail);
      resolve(socket);
    });
  });
}
