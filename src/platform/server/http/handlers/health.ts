import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../database/index.ts';
import type { Storage } from '../../storage/storage.ts';
import { readOnlyMethods } from './server-context.ts';

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
  }: { db: Pick<Database, 'checkReady' | 'isFull'>; storage: Pick<Storage, 'checkReady'>; version: string },
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
