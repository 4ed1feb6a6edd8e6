import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '../../crypto/ids.ts';
import { findRawClientAddress, type TrustProxy } from '../request/client-address.ts';
import type { RequestLimits } from '../request/request-limits.ts';
import { getRequestedOrigin } from '../request/request-url.ts';
import { chooseEncoding } from '../response/compression.ts';
import { listResponseObservers, type SentResponse } from '../response/observe-responses.ts';
import type { CachedResponse } from '../response/response-cache.ts';
import { requestIdHeader } from '../response/security-headers.ts';

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

  /** Returns false if the framework has to respond. */
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
