import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, type Encoding, encodeBody } from './compression.ts';
import type { CachedResponse, FreshResponse } from './response-cache.ts';
import { type ContentSources, widenPolicy } from './security-headers.ts';

function allow(reply: FastifyReply, sources: ContentSources): void {
  const policy = reply.getHeader('content-security-policy');
  if (typeof policy === 'string') reply.header('content-security-policy', widenPolicy(policy, sources));
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
