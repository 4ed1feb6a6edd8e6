import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hour } from '#platform/shared/dates/durations.ts';
import { newId } from '../../crypto/ids.ts';
import { DatabaseUnavailableError, type RevisionName } from '../../database/index.ts';
import { findRawClientAddress, type TrustProxy } from '../request/client-address.ts';
import type { RequestLimits } from '../request/request-limits.ts';
import { getRequestedOrigin, parseRequestUrl, pickQueryKeys } from '../request/request-url.ts';
import { chooseEncoding } from '../response/compression.ts';
import { type CachedResponse, type FreshResponse, ResponseCache } from '../response/response-cache.ts';
import { requestIdHeader } from '../response/security-headers.ts';
import {
  listResponseObservers,
  type SentResponse,
  sendCachedResponse,
  sendFreshResponse,
} from '../response/send-response.ts';
import type { PageRequest } from '../routes/page.ts';
import type { ServerContext } from './server-context.ts';

/** The maximum number of cached origins: enough for localhost, the site's name on a local network, and some more. */
const maxOrigins = 8;
const unusedOriginMs = hour;

/**
 * Returns a function that decides if responses for an origin are cached. Without PUBLIC_URL a site responds under any
 * name, and made-up names could evict the pages that people read. Therefore responses are cached only for the first few
 * names. After an hour without requests, a name's place may be taken by another.
 */
function cachedOrigins(publicUrl: string): (origin: string, now: number) => boolean {
  const places = new Map<string, number>();
  return (origin, now) => {
    if (publicUrl) return true;
    if (!places.has(origin) && places.size >= maxOrigins) {
      for (const [other, last] of places) if (now - last > unusedOriginMs) places.delete(other);
      if (places.size >= maxOrigins) return false;
    }
    places.set(origin, now);
    return true;
  };
}

/** The maximum length of a URL whose response is cached. Nobody types longer URLs. */
const maxCachedUrlLength = 600;

/** Serves anonymous visitors from the cache. Signed-in visitors and uncached URLs get a response of their own. */
export type RespondWithCache = (
  request: FastifyRequest,
  reply: FastifyReply,
  how: {
    isCacheable: boolean;
    /** The query keys that change the response. */
    query: readonly string[];
    /** Anything else that changes the response, such as its format. */
    variant: string;
    /** The further revisions on which the response depends, in addition to the public one. */
    reads?: readonly RevisionName[] | undefined;
  },
  make: (visit: PageRequest) => Promise<FreshResponse>,
) => Promise<FastifyReply>;

export function createCachingResponder(site: ServerContext, recordCached: RecordCachedResponse): RespondWithCache {
  const { options, revisionNow, originOf, visitorOf, visitOf } = site;
  const cache = new ResponseCache(options.cacheBytes);
  const now = () => options.clock().getTime();
  const isCachedFor = cachedOrigins(options.publicUrl);

  /**
   * Returns the cached response if it is still valid. While the database can't be reached, returns the last cached
   * response, which is outdated only if another machine still writes.
   */
  async function findCached(key: string, reads?: readonly RevisionName[]): Promise<CachedResponse | undefined> {
    // During a rush for tickets, a response that is up to a second old is served. Otherwise each reader would cause
    // availability to be computed again
    const recent = reads && site.inFlightWrites.isBusy() ? cache.findRecent(key, now()) : undefined;
    if (recent) return recent;
    try {
      const revision = await revisionNow(reads);
      return cache.find(key, revision, now());
    } catch (error) {
      const last = error instanceof DatabaseUnavailableError ? cache.findLast(key, now()) : undefined;
      if (last) return last;
      throw error;
    }
  }

  // The function is created here, where no request is in scope, because it is stored for a long time
  const findLater = (origin: string, key: string, reads?: readonly RevisionName[]) => async () =>
    isCachedFor(origin, now()) ? findCached(key, reads) : undefined;

  return async (request, reply, how, make) => {
    const visitor = await visitorOf(request, reply);
    const isCacheable =
      how.isCacheable && request.url.length <= maxCachedUrlLength && isCachedFor(originOf(request), now());
    if (visitor.signedIn || !isCacheable) {
      await site.enforceRateLimit('uncached', request, reply);
      return sendFreshResponse(request, reply, await make(await visitOf(request, reply, visitor, how.query)));
    }
    const { path, query } = parseRequestUrl(request);
    const key = `${how.variant} ${path}?${pickQueryKeys(query, how.query)}`;
    const cached = await findCached(key, how.reads);
    const findAgain = findLater(originOf(request), key, how.reads);
    const send = (answer: CachedResponse) => {
      recordCached(request, answer, findAgain);
      return sendCachedResponse(request, reply, answer, (encoding) => cache.getBody(answer, key, encoding));
    };
    if (cached) return send(cached);
    const from = now();
    const visit = await visitOf(request, reply, visitor, how.query);
    // Read before anything else, so that a change in the meantime makes the response stale
    const revision = how.reads ? await revisionNow(how.reads) : visit.revision;
    const period = { from, until: visit.until };
    // A visitor who only waits for a response that another request is creating doesn't use up the rate limit
    if (!cache.isBeingMade(key, revision, period)) await site.enforceRateLimit('uncached', request, reply);
    return send(await cache.getOrCreate(key, revision, period, () => make(visit)));
  };
}

/** The maximum number of URLs whose responses can be repeated. */
const maxUrls = 1000;

/** Finds the cached response of a URL; undefined if it is out of date. */
type FindCached = () => Promise<CachedResponse | undefined>;

interface RepeatableUrl {
  route: string;
  find: FindCached;
}

/** The headers with which the framework sent a response, in the notation of `writeHead`. */
interface SentHeaders {
  200?: string[];
  304?: string[];
}

/** Records which cached response the framework is about to send, and how to find it again. */
export type RecordCachedResponse = (request: FastifyRequest, cached: CachedResponse, find: FindCached) => void;

/**
 * Repeats cached responses to visitors without cookies before the framework sees their requests, which halves the
 * processor time (docs/decisions/0156). The framework's own response is the model: its headers are kept with the cached
 * response, and are sent again until another response replaces it in the cache. Everything else is left to the
 * framework.
 */
export function repeatCachedResponses(
  fastify: FastifyInstance,
  {
    publicUrl,
    trustProxy,
    countRead,
    setReadCounted,
  }: { publicUrl: string; trustProxy: TrustProxy } & Pick<RequestLimits, 'countRead' | 'setReadCounted'>,
): RecordCachedResponse {
  const urls = new Map<string, RepeatableUrl>();
  const headersOf = new WeakMap<CachedResponse, SentHeaders>();
  const beingSent = new WeakMap<IncomingMessage, { cached: CachedResponse; find: FindCached }>();
  let isClosing = false;

  /** Returns the name under which a URL's response is known; undefined if only the framework can find its origin. */
  function nameOf({ url = '/', headers }: IncomingMessage, originalUrl = url): string | undefined {
    if (publicUrl) return originalUrl;
    if (headers['x-forwarded-host'] !== undefined || headers['x-forwarded-proto'] !== undefined) return undefined;
    return `${getRequestedOrigin({ protocol: 'http', host: headers.host ?? '' })} ${originalUrl}`;
  }

  function remember(request: FastifyRequest, reply: FastifyReply): void {
    const sent = beingSent.get(request.raw);
    const name = nameOf(request.raw, request.originalUrl);
    const { statusCode: status } = reply;
    if (!sent || name === undefined || !isPlain(request.raw) || (status !== 200 && status !== 304)) return;
    const headers = reply.getHeaders();
    if (headers['set-cookie'] !== undefined) return;
    if (status === 200 && (headers['content-encoding'] ?? 'identity') !== sent.cached.encoding) return;
    const own = Object.entries(headers).filter(([header]) => header !== requestIdHeader);
    const flat = own.flatMap(([header, value]) => [header, String(value)]);
    headersOf.set(sent.cached, { ...headersOf.get(sent.cached), [status]: flat });
    urls.delete(name);
    urls.set(name, { route: request.routeOptions.url ?? 'unknown', find: sent.find });
    const [oldest] = urls.keys();
    if (urls.size > maxUrls && oldest !== undefined) urls.delete(oldest);
  }

  /** Repeats the cached response of a URL. Returns false if the framework has to respond instead. */
  async function repeat(raw: IncomingMessage, response: ServerResponse, url: RepeatableUrl): Promise<boolean> {
    const started = performance.now();
    const counted = countRead(raw, findRawClientAddress(raw, trustProxy));
    const waitMs = typeof counted === 'number' ? counted : await counted;
    const cached = waitMs === 0 ? await url.find().catch(() => undefined) : undefined;
    const headers = cached && headersOf.get(cached);
    const status = cached && raw.headers['if-none-match']?.includes(cached.etag) ? 304 : 200;
    const sent = headers?.[status];
    if (
      !cached ||
      !sent ||
      (status === 200 && chooseEncoding(raw.headers['accept-encoding'], cached.size) !== cached.encoding)
    ) {
      setReadCounted(raw, waitMs);
      return false;
    }
    const id = newId();
    const observers = listResponseObservers(fastify);
    if (observers.length > 0) {
      response.once('finish', () => {
        const ms = performance.now() - started;
        const about: SentResponse = { id, method: 'GET', route: url.route, status, ms, isSilent: false };
        for (const observe of observers) observe(about);
      });
    }
    response.writeHead(status, [...sent, requestIdHeader, id]).end(status === 200 ? cached.body : undefined);
    return true;
  }

  const { server } = fastify;
  const [framework] = server.listeners('request') as RequestListener[];
  if (!framework) throw new Error('The framework does not listen to requests.');
  server.removeListener('request', framework).on('request', (raw, response) => {
    const name = isClosing || !isPlain(raw) || fastify.isUnderPressure() ? undefined : nameOf(raw);
    const url = name === undefined ? undefined : urls.get(name);
    if (!url) return framework(raw, response);
    // Errors here are left to the framework. An unhandled rejection would end the program
    const repeating = repeat(raw, response, url).catch(() => response.headersSent);
    void repeating.then((isSent) => isSent || framework(raw, response));
  });
  fastify.addHook('preClose', async () => {
    isClosing = true;
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    remember(request, reply);
    done();
  });
  return (request, cached, find) => void beingSent.set(request.raw, { cached, find });
}

/** Returns true for a request whose response depends only on its URL, its origin and the encodings that it accepts. */
const isPlain = ({ method, headers }: IncomingMessage) =>
  method === 'GET' &&
  headers.cookie === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined;
