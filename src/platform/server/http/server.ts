import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import {
  fastify as createFastify,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { minute } from '#platform/shared/dates/durations.ts';
import { newId } from '../crypto/ids.ts';
import type { Database } from '../database/index.ts';
import { maxHeaderSize } from '../program/node-http.ts';
import type { FileStorage } from '../storage/storage.ts';
import { describeErrorForLog } from './errors/logged-error.ts';
import { readOnlyMethods } from './handlers/server-context.ts';
import { maxAnonymousBodyBytes, registerBodyParsers } from './request/body.ts';
import { type TrustProxy, trustLoopback } from './request/client-address.ts';
import { toRoutableUrl } from './request/request-url.ts';
import type { Frontend } from './response/frontend.ts';
import { buildSecurityHeaders, requestIdHeader } from './response/security-headers.ts';
import { observeResponses } from './response/send-response.ts';

export interface ServerOptions {
  /** The lowest level to log. `info` logs a line for each response, except those of silent routes. */
  log: 'info' | 'warn' | 'silent';
  /** True if people reach the site over https, so that browsers may be told to insist on it. */
  https: boolean;
  dev: boolean;
  /** Creates the server that receives requests, if it isn't Node's plain one. */
  serverFactory?: Frontend['serverFactory'];
  /**
   * The maximum time in milliseconds that the headers, or a body without files, may take to arrive, because a slow
   * connection occupies the server.
   */
  maxBodyMs?: number;
  /** The proxies that are trusted to state the sender of a request. Default: one on this machine. */
  trustProxy?: TrustProxy;
  /**
   * If responses are delayed by more than this (milliseconds), visitors are turned away. If 0, nobody is turned away.
   */
  maxDelayMs?: number;
}

/** The maximum time in milliseconds that a request with files may take to arrive on a slow line. */
const maxUploadMs = 30 * minute;

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * A connection without a request stays open for longer than a proxy keeps it (Caddy two minutes, nginx and load
 * balancers one). Otherwise we might close it while a request is on its way, and a proxy can't repeat a request that
 * changes something.
 */
const idleConnectionMs = 130_000;

const refuseSchema = () => {
  throw new Error('Requests are validated by their contracts, not by a JSON Schema of the route.');
};

/** Keeps Fastify from loading the compilers of JSON Schema, which take 5 MB and 40 ms. */
const withoutSchemas = { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } };

/**
 * Creates the bare server with limits, headers, load shedding and logging, before anything is declared on it. Log lines
 * contain the request and its result but never its sender, so no addresses, query strings or cookies.
 */
export async function createServer({
  log,
  https,
  dev,
  serverFactory,
  maxBodyMs = 30_000,
  trustProxy = trustLoopback,
  maxDelayMs = 3000,
}: ServerOptions): Promise<FastifyInstance> {
  const headers = buildSecurityHeaders({ https, dev });
  const fastify: FastifyInstance = createFastify({
    ...(serverFactory ? { serverFactory } : {}),
    logger: { level: log, base: null, serializers: { err: describeErrorForLog } },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    genReqId: newId,
    // The router itself refuses no path, because its own refusal would neither be counted nor look like ours
    // (`findUrlError`)
    rewriteUrl: ({ url = '/' }) => toRoutableUrl(url),
    trustProxy,
    bodyLimit: maxAnonymousBodyBytes,
    requestTimeout: maxUploadMs,
    keepAliveTimeout: idleConnectionMs,
    forceCloseConnections: 'idle',
    // `readOnlyMethods` declares HEAD too. The HEAD routes that Fastify adds would be a quarter of all routes, and would
    // report a file as empty
    exposeHeadRoutes: false,
    schemaController: withoutSchemas,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderSize },
  });
  fastify.server.headersTimeout = maxBodyMs;
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header(requestIdHeader, request.id);
    const { raw, routeOptions } = request;
    if (hasBody(request) && !routeOptions.config.uploads) {
      setTimeout(() => raw.complete || raw.destroy(), maxBodyMs).unref();
    }
    done();
  });
  if (log === 'info') {
    observeResponses(fastify, ({ id, method, route, status, ms, isSilent }) => {
      if (isSilent) return;
      fastify.log.info({ request: id, method, route, status, ms: Math.round(ms * 10) / 10 }, 'answered');
    });
  }
  // Beyond this delay every response would be late, so some requests are refused at once. Compressing a large archive
  // after a write blocks the event loop for half a second, which must not cause refusals. The sampling interval is at
  // least as long as the delay. If the event loop is blocked for a whole interval, the plugin reports an infinite
  // delay.
  await fastify.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    retryAfter: 5,
    sampleInterval: Math.max(maxDelayMs, 1000),
  });
  // Limits nothing by itself, because pages and calls declare their own rate limits (request/request-limits.ts).
  await fastify.register(rateLimit, { global: false });
  await fastify.register(cookie);
  await registerBodyParsers(fastify);
  // Calls that accept files read them (request/uploads.ts); other calls refuse them.
  await fastify.register(multipart);
  return fastify;
}

/**
 * Registers the health checks. For monitoring, `/healthz` says that the process is alive, and gives its version;
 * `/readyz` says that the database and the file store respond. A load balancer uses `/readyz/pages`, which ignores the
 * file store: if the store is down, it is down for all processes, and pages, tickets and signing in work without it. A
 * process with a full disk stays ready and mentions it, because everything can still be read. These requests are never
 * logged, only a change of readiness.
 */
export function registerHealthCheckRoutes(
  fastify: FastifyInstance,
  {
    db,
    storage,
    version,
  }: { db: Pick<Database, 'checkReady' | 'isFull'>; storage: Pick<FileStorage, 'checkReady'>; version: string },
): void {
  const quietly = { method: readOnlyMethods, logLevel: 'silent' } as const;
  const addReadinessCheck = (url: string, parts: readonly { ready: () => Promise<void>; away: string }[]) => {
    /** The last reported fault; "" while ready. */
    let reported = '';
    const handler = async (_request: FastifyRequest, reply: FastifyReply) => {
      for (const { ready, away } of parts) {
        try {
          await ready();
        } catch (error) {
          // The server's logger, because the request's is silent
          if (reported !== away) fastify.log.error({ err: error, route: url }, away);
          reported = away;
          return reply.code(503).header('retry-after', '5').send({ status: away });
        }
      }
      if (reported !== '') fastify.log.warn({ route: url }, 'ready again');
      reported = '';
      return { status: 'ready', ...(db.isFull() ? { disk: 'no disk space left to write to' } : {}) };
    };
    fastify.route({ ...quietly, url, handler });
  };
  const database = { ready: () => db.checkReady(), away: 'the database is not responding' };
  const files = { ready: () => storage.checkReady(), away: 'the file store is not responding' };

  fastify.route({ ...quietly, url: '/healthz', handler: async () => ({ status: 'alive', version }) });
  addReadinessCheck('/readyz', [database, files]);
  addReadinessCheck('/readyz/pages', [database]);
}
