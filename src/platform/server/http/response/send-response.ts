import type { Server } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, type Encoding, encodeBody } from './compression.ts';
import type { CachedResponse, FreshResponse } from './response-cache.ts';
import { type ContentSources, widenContentSecurityPolicy } from './security-headers.ts';

export const htmlContentType = 'text/html; charset=utf-8';
export const jsonContentType = 'application/json; charset=utf-8';

/** The headers of a fragment, which is shown inside a page. A fragment that is opened by itself can't do anything. */
export const htmlFragmentHeaders = { 'content-security-policy': "default-src 'none'; sandbox" };

function allow(reply: FastifyReply, sources: ContentSources): void {
  const policy = reply.getHeader('content-security-policy');
  if (typeof policy === 'string') reply.header('content-security-policy', widenContentSecurityPolicy(policy, sources));
}

/** Sends a cached response. If the browser already has it, responds with 304. */
export async function sendCachedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedResponse,
  bodyIn: (encoding: Encoding) => Promise<Buffer>,
): Promise<FastifyReply> {
  reply.header('cache-control', 'private, no-cache').headers(cached.headers);
  allow(reply, cached.sources);
  reply.header('etag', cached.etag).header('vary', 'accept-encoding');
  if (request.headers['if-none-match']?.includes(cached.etag)) return reply.code(304).send();
  const encoding = chooseEncoding(request.headers['accept-encoding'], cached.size);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply
    .code(cached.status)
    .type(cached.contentType)
    .send(encoding === cached.encoding ? cached.body : await bodyIn(encoding));
}

/** Sends a response that was created for this request only, and isn't cached. */
export async function sendFreshResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  made: FreshResponse,
): Promise<FastifyReply> {
  const body = Buffer.from(made.body);
  const encoding = chooseEncoding(request.headers['accept-encoding'], body.length);
  reply.header('cache-control', 'no-store').headers(made.headers ?? {});
  allow(reply, made.sources ?? {});
  reply.header('vary', 'accept-encoding');
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply
    .code(made.status)
    .type(made.contentType)
    .send(await encodeBody(body, encoding));
}

/** A response that has been sent. */
export interface SentResponse {
  /** The id of its request. */
  id: string;
  method: string;
  /** The route's path with its parameters' names; "unknown" if no route has the path. */
  route: string;
  status: number;
  /** The time from the request until the response was sent (milliseconds). */
  ms: number;
  /** True if the route's log level is `silent`. */
  isSilent: boolean;
}

type Observer = (response: SentResponse) => void;

const observers = new WeakMap<Server, Observer[]>();

/** Calls `observer` after each response, including those that are sent before the framework sees their request. */
export function observeResponses(fastify: FastifyInstance, observer: Observer): void {
  observers.set(fastify.server, [...listResponseObservers(fastify), observer]);
  fastify.addHook('onResponse', (request, reply, done) => {
    const { id, method, routeOptions } = request;
    observer({
      id,
      method,
      route: routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: reply.elapsedTime,
      isSilent: routeOptions.logLevel === 'silent',
    });
    done();
  });
}

export const listResponseObservers = ({ server }: FastifyInstance): readonly Observer[] => observers.get(server) ?? [];
