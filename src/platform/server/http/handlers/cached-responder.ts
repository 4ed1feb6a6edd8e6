import type { FastifyReply, FastifyRequest } from 'fastify';
import { hour } from '#platform/shared/dates/durations.ts';
import { DatabaseUnavailable, type RevisionName } from '../../database/index.ts';
import { keepQueryKeys, parseRequestUrl } from '../request/request-url.ts';
import { type CachedResponse, type FreshResponse, ResponseCache } from '../response/response-cache.ts';
import { sendCached, sendFresh } from '../response/send-response.ts';
import type { PageRequest } from '../routes/page.ts';
import type { ServerContext } from './server-context.ts';

/** This machine, its name at home and in the village hall, and some to spare. */
const mostOrigins = 8;
const unused = hour;

/**
 * Returns a function that decides if responses for an origin are cached. Without PUBLIC_URL a site answers to any name,
 * and somebody who invents names could push the pages that people read out of the cache. So only the first few names
 * have a place, which they lose after an hour without use. Responses for other names are made each time.
 */
function cachedOrigins(publicUrl: string): (origin: string, now: number) => boolean {
  const places = new Map<string, number>();
  return (origin, now) => {
    if (publicUrl) return true;
    if (!places.has(origin) && places.size >= mostOrigins) {
      for (const [other, last] of places) if (now - last > unused) places.delete(other);
      if (places.size >= mostOrigins) return false;
    }
    places.set(origin, now);
    return true;
  };
}

/** Longer addresses are answered, but not cached: nobody types them. */
const longestCachedAddress = 600;

/** Answers anonymous visitors from the cache, and makes everybody else's answer for them alone. */
export type RespondWithCache = (
  request: FastifyRequest,
  reply: FastifyReply,
  how: {
    keep: boolean;
    /** The query keys that change the answer. */
    query: readonly string[];
    /** Anything else that changes the response, such as its form. */
    variant: string;
    /** The revisions that it depends on besides the public one. */
    reads?: readonly RevisionName[] | undefined;
  },
  make: (visit: PageRequest) => Promise<FreshResponse>,
) => Promise<FastifyReply>;

export function createCachedResponder(site: ServerContext): RespondWithCache {
  const { options, revisionNow, originOf, visitorOf, visitOf } = site;
  const cache = new ResponseCache(options.cacheBytes);
  const now = () => options.clock().getTime();
  const isCachedFor = cachedOrigins(options.publicUrl);

  /** While the database is away nothing in it can change, so the last cached answer is still true. */
  async function findCached(key: string, reads?: readonly RevisionName[]): Promise<CachedResponse | undefined> {
    try {
      const revision = await revisionNow(reads);
      return cache.find(key, revision, now());
    } catch (error) {
      const last = error instanceof DatabaseUnavailable ? cache.findLast(key, now()) : undefined;
      if (last) return last;
      throw error;
    }
  }

  return async (request, reply, how, make) => {
    const visitor = await visitorOf(request, reply);
    const isCacheable = how.keep && request.url.length <= longestCachedAddress && isCachedFor(originOf(request), now());
    if (visitor.signedIn || !isCacheable) {
      await site.enforceRateLimit('uncached', request, reply);
      return sendFresh(request, reply, await make(await visitOf(request, reply, visitor, how.query)));
    }
    const { path, query } = parseRequestUrl(request);
    const key = `${how.variant} ${path}?${keepQueryKeys(query, how.query)}`;
    // While hundreds of people buy, serve an answer up to a second old, so that readers don't each recompute
    // availability.
    const recent = how.reads && site.inFlightWrites.isBusy() ? cache.findRecent(key, now()) : undefined;
    const cached = recent ?? (await findCached(key, how.reads));
    const send = (answer: CachedResponse) =>
      sendCached(request, reply, answer, (encoding) => cache.getBody(answer, key, encoding));
    if (cached) return send(cached);
    const from = now();
    const visit = await visitOf(request, reply, visitor, how.query);
    // Read before anything else, so that a change meanwhile makes the answer stale
    const revision = how.reads ? await revisionNow(how.reads) : visit.revision;
    const period = { from, until: visit.until };
    // A visitor who only waits for a response that another request is making isn't charged for it
    if (!cache.isBeingMade(key, revision, period)) await site.enforceRateLimit('uncached', request, reply);
    return send(await cache.getOrCreate(key, revision, period, () => make(visit)));
  };
}
