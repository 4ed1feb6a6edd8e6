import underPressure from '@fastify/under-pressure';
import { fastify as createFastify, type FastifyInstance } from 'fastify';
import type { Front } from './front.ts';
import { securityHeaders } from './headers.ts';

export interface ServerOptions {
  /** From which weight on lines are written: `info` has one for each answer. */
  log: 'info' | 'warn' | 'silent';
  /** Whether people reach the site by https, so that browsers may be told to insist on it. */
  https: boolean;
  dev: boolean;
  /** The server that requests come in by, where it isn't Node's plain one. */
  serverFactory?: Front['serverFactory'];
}

/**
 * The bare server: limits, headers, load shedding and logging, before anything is declared on it. Log lines say what
 * was asked and how it went, never by whom: no addresses, no query strings, no cookies.
 */
export async function createServer({ log, https, dev, serverFactory }: ServerOptions): Promise<FastifyInstance> {
  const fastify = createFastify({
    ...(serverFactory ? { serverFactory } : {}),
    logger: { level: log, base: null },
    disableRequestLogging: true,
    trustProxy: 'loopback',
    bodyLimit: 1024 * 1024,
    requestTimeout: 30_000,
    keepAliveTimeout: 10_000,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
  });
  const headers = securityHeaders({ https, dev });
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  if (log === 'info') {
    fastify.addHook('onResponse', (request, reply, done) => {
      const { method, routeOptions } = request;
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      request.log.info({ method, route: routeOptions.url ?? 'unknown', status: reply.statusCode, ms }, 'answered');
      done();
    });
  }
  // Past this delay every answer would come late: better to turn some away at once than to keep all waiting.
  await fastify.register(underPressure, { maxEventLoopDelay: 1500, retryAfter: 5, sampleInterval: 500 });
  return fastify;
}
