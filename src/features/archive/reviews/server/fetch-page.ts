import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { type Duplex, type Readable, Transform } from 'node:stream';
import { connect } from 'node:tls';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { getBareHostname, isPublicIpAddress, parsePublicUrl } from '#platform/server/outgoing/public-connection.ts';
import { request } from '#platform/server/program/node-http.ts';

/**
 * The target of a connection: the IP address, which was checked to be public, and the host name that the server's
 * certificate must carry.
 */
interface ConnectionTarget {
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
 * The maximum number of concurrent look-ups. Look-ups share the program's few threads with file access and password
 * hashing, and a hanging look-up blocks its thread long after its request was abandoned.
 */
const maxLookUps = 2;

/**
 * Wraps a look-up so that it throws a `PageFetchError` while `maxLookUps` look-ups are running, because another might
 * take the last threads.
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
  connect: (target) => connect({ ...buildTlsOptions(target), port: 443 }),
};

/**
 * Builds the TLS options of a connection to an IP address, which needs no look-up. The certificate is still checked
 * against the name.
 */
export const buildTlsOptions = ({ address, name }: ConnectionTarget) => ({
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

export interface FetchedPage {
  /** The URL after redirects, which the page's relative links are based on. */
  url: string;
  html: string;
}

/** The limits of a fetch from another site. */
export interface FetchLimits {
  /** The time limit for the whole fetch: name lookups, redirects and the page. */
  milliseconds: number;
  /** The size limit for the page as sent, and separately for the decompressed page. */
  bytes: number;
  redirects: number;
}

export const fetchLimits: FetchLimits = { milliseconds: 5000, bytes: 1024 * 1024, redirects: 3 };

/**
 * Fetches the page at a public https address. Each request looks its name up once and connects to the checked address,
 * so that a second look-up can't lead elsewhere. A redirect is a new request.
 *
 * @throws PageFetchError if the page can't be fetched or used; `kind` is the kind of failure
 */
export async function fetchPage(
  address: string,
  network: NetworkAccess,
  within: FetchLimits = fetchLimits,
): Promise<FetchedPage> {
  const late = AbortSignal.timeout(within.milliseconds);
  try {
    let at = address;
    for (let redirects = 0; redirects <= within.redirects; redirects++) {
      const url = parsePublicUrl(at) ?? refuseAddress();
      const answer = await sendRequest(url, await findTarget(url, network, late), network, late);
      const location = getRedirectLocation(answer);
      if (location === undefined) return { url: url.href, html: await readHtml(answer, within.bytes, late) };
      answer.destroy();
      at = URL.canParse(location, url) ? new URL(location, url).href : refuseAddress();
    }
    throw new PageFetchError('refused', 'The link to this review redirects too many times.');
  } catch (error) {
    if (error instanceof PageFetchError) throw error;
    if (late.aborted) throw new PageFetchError('unreachable', 'The other site took too long to respond.');
    throw new PageFetchError('unreachable', 'We can’t reach the other site at the moment.');
  }
}

const refuseAddress = (): never => {
  throw new PageFetchError('refused', 'The link to this review leads to an address that we don’t open.');
};

/**
 * Finds the IP address to connect to: that in the URL, or the first address of the host name. A name is refused if even
 * one of its addresses is internal, because the resolver decides which address comes first.
 */
async function findTarget(url: URL, network: NetworkAccess, late: AbortSignal): Promise<ConnectionTarget> {
  const host = getBareHostname(url);
  if (isIP(host)) return { address: host, name: host };
  const addresses = await rejectIfLate(network.lookUp(host), late);
  if (!addresses.every(isPublicIpAddress)) refuseAddress();
  const [address] = addresses;
  if (address === undefined) throw new PageFetchError('unreachable', 'We can’t find the other site at the moment.');
  return { address, name: host };
}

/**
 * Settles as `work` does, but rejects as soon as `late` aborts. A look-up can't be cancelled, so its result is then
 * ignored.
 */
function rejectIfLate<T>(work: Promise<T>, late: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    late.addEventListener('abort', () => reject(late.reason), { once: true });
    work.then(resolve, reject);
  });
}

function sendRequest(
  url: URL,
  target: ConnectionTarget,
  network: NetworkAccess,
  late: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request({
      method: 'GET',
      path: url.pathname + url.search,
      headers: {
        host: url.host,
        accept: 'text/html, application/xhtml+xml',
        'accept-encoding': 'gzip, deflate, br',
        'user-agent': 'Callboard (shows a review on the page of its show)',
      },
      // Sockets are created only here: without an agent, a pool or a second look-up.
      createConnection: () => network.connect(target),
      signal: late,
    });
    sent.on('response', resolve).on('error', reject).end();
  });
}

function getRedirectLocation({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  return [301, 302, 303, 307, 308].includes(statusCode) ? headers.location : undefined;
}

async function readHtml(answer: IncomingMessage, most: number, late: AbortSignal): Promise<string> {
  const { statusCode = 0, headers } = answer;
  try {
    if (statusCode !== 200) {
      if (statusCode === 404 || statusCode === 410) {
        throw new PageFetchError('gone', 'The other site says this page doesn’t exist.');
      }
      throw new PageFetchError('unreachable', 'The other site isn’t showing the review at the moment.');
    }
    const type = headers['content-type'] ?? '';
    if (!/^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(type)) {
      throw new PageFetchError('refused', 'The link to this review doesn’t lead to a web page.');
    }
    const bytes = await collectBytes(decompress(answer, most), most);
    // If the server stated no length, a page that the timeout cut off looks complete.
    late.throwIfAborted();
    return decodePage(bytes, type);
  } finally {
    answer.destroy();
  }
}

const packings = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * Returns a stream of the decompressed bytes, which fails if there are more than `most` compressed bytes. An
 * uncompressed response is returned as it is.
 *
 * @throws PageFetchError if the compression is unknown
 */
function decompress(answer: IncomingMessage, most: number): Readable {
  const packing = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (packing === 'identity' || packing === '') return answer;
  const unpacking = packings.get(packing)?.();
  if (!unpacking) throw new PageFetchError('refused', 'The review is compressed in a way that we can’t read.');
  const counting = createSizeLimit(most);
  // `pipeline` won't do, because the result must fail as soon as any of the three streams fails.
  for (const stream of [answer, counting]) stream.on('error', (error) => unpacking.destroy(error));
  unpacking.on('close', () => answer.destroy());
  answer.pipe(counting).pipe(unpacking);
  return unpacking;
}

const tooLong = () => new PageFetchError('refused', 'The review’s page is too long to show here.');

function createSizeLimit(most: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length;
      done(bytes > most ? tooLong() : null, piece);
    },
  });
}

async function collectBytes(bytes: Readable, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > most) throw tooLong();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** The number of bytes at the start of a page in which browsers look for the page's own encoding declaration. */
const headBytes = 1024;

/**
 * Decodes an HTML page's text. The encoding is taken from the byte order mark, otherwise from the response's headers,
 * otherwise from the page. A page that declares UTF-8, or no known encoding, is read as UTF-8 if its bytes are valid
 * UTF-8, otherwise as Windows-1252, which never fails.
 */
function decodePage(bytes: Uint8Array, contentType: string): string {
  const charset = detectBomEncoding(bytes) ?? parseCharset(contentType) ?? findDeclaredCharset(bytes);
  const decoder = charset ? decoderFor(charset) : undefined;
  if (decoder && decoder.encoding !== 'utf-8') return decoder.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function detectBomEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return undefined;
}

/**
 * Returns the encoding that the page itself declares; undefined if there is none, or if it is UTF-16: in a UTF-16 page,
 * the declaration couldn't be read as ASCII.
 */
function findDeclaredCharset(bytes: Uint8Array): string | undefined {
  const charset = parseCharset(ascii(bytes.subarray(0, headBytes)));
  return charset && /^utf-?16/i.test(charset) ? undefined : charset;
}

const parseCharset = (text: string) => /charset\s*=[\s"']*([\w.:-]+)/i.exec(text)?.[1];

const ascii = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);

/** Returns the decoder of an encoding; undefined if the name is unknown. */
function decoderFor(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
