import { request } from 'node:https';
import { isIP } from 'node:net';
import {
  createPublicLookup,
  getBareHostname,
  isPublicIpAddress,
  type OutgoingNetwork,
  PrivateAddressError,
  parsePublicUrl,
} from './public-connection.ts';

const maxMs = 10_000;
const maxBytes = 16 * 1024;

/** Thrown if the response can't be used. */
export class UnusableResponseError extends Error {
  readonly code: 'ESTATUS' | 'ETOOLARGE' | 'EFORMAT';

  constructor(code: UnusableResponseError['code']) {
    super(`The response can’t be used: ${code}`);
    this.code = code;
  }
}

/** Returns the https URL that may be fetched; null for any other text. */
export function parseFetchableUrl(text: string, { allowPrivate }: Pick<OutgoingNetwork, 'allowPrivate'>): URL | null {
  if (!allowPrivate) return parsePublicUrl(text);
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url : null;
}

/**
 * Fetches a small JSON document from an https URL that somebody has entered. Its host must be public, unless the
 * environment allows private ones. The request names Callboard, but contains no cookie, no version and no URL of this
 * site. Redirects aren't followed.
 *
 * @throws if the response isn't a JSON document of at most 16 kB, or takes longer than ten seconds
 */
export function fetchPublicJson(url: URL, network: OutgoingNetwork): Promise<unknown> {
  const host = getBareHostname(url);
  if (isIP(host) && !network.allowPrivate && !isPublicIpAddress(host)) return Promise.reject(new PrivateAddressError());
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      headers: { accept: 'application/json', 'user-agent': 'Callboard' },
      // A separate connection, because a pool would reuse connections whose addresses were checked for other requests
      agent: false,
      lookup: createPublicLookup(network),
      signal: AbortSignal.timeout(maxMs),
      ...(network.ca ? { ca: network.ca } : {}),
    });
    sent.on('error', reject).end();
    sent.on('response', (response) => {
      const fail = (error: Error) => {
        response.destroy();
        reject(error);
      };
      if (response.statusCode !== 200) return fail(new UnusableResponseError('ESTATUS'));
      const pieces: Buffer[] = [];
      let bytes = 0;
      response.on('error', reject);
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > maxBytes) return fail(new UnusableResponseError('ETOOLARGE'));
        pieces.push(piece);
      });
      response.on('end', () => {
        try {
          resolve(JSON.parse(Buffer.concat(pieces).toString('utf8')));
        } catch {
          reject(new UnusableResponseError('EFORMAT'));
        }
      });
    });
  });
}
