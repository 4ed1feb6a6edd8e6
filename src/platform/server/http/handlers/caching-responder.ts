import type { FastifyReply, FastifyRequest } from 'fastify';
import { hour } from '#platform/shared/dates/durations.ts';
import { DatabaseUnavailableError, type RevisionName } from '../../database/index.ts';
import { parseRequestUrl, pickQueryKeys } from '../request/request-url.ts';
import { type CachedResponse, type FreshResponse, ResponseCache } from '../response/response-cache.ts';
import { sendCachedResponse, sendFreshResponse } from '../response/send-response.ts';
import type { PageRequest } from '../routes/page.ts';
import type { RecordCachedResponse } from './repeat-responses.ts';
import type { ServerContext } from './server-context.ts';

/** The maximum number of cached origins: enough for localhost, the site's name on a local network, and some more. */
const maxOrigins = 8;
const unusedOriginMs = hour;

/**
 * Returns a function that decides if responses for an origin are cached. Without PUBLIC_URL a site responds under any
 * name, and made-up names could evict the pages that people read. Therefore only the first few names are cached. After
 * an hour without requests, a name's place may be taken by another.
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
    // While hundreds of people buy, a response that is up to a second old is served. Otherwise each reader would cause
    // availability to be computed again.
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
