import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../database/index.ts';
import type { Storage } from '../../storage/disk-storage.ts';
import { readMethods } from './server-context.ts';

/**
 * Registers the health checks. For monitoring, `/healthz` says that the process is alive, and gives its version;
 * `/readyz` says that the process can do all of its work. A load balancer uses `/readyz/pages`, which ignores the file
 * store: if the store is down, it is down for all processes, and pages, tickets and signing in work without it. A full
 * disk is ignored too, because everything can still be read. These requests are never logged.
 */
export function registerHealthChecks(
  fastify: FastifyInstance,
  { db, storage, version }: { db: Database; storage: Pick<Storage, 'checkReady'>; version: string },
): void {
  const whatIsAway = (parts: readonly { ready: () => Promise<void>; away: string }[]) => {
    return async (_request: FastifyRequest, reply: FastifyReply) => {
      for (const { ready, away } of parts) {
        try {
          await ready();
        } catch {
          return reply.code(503).header('retry-after', '5').send({ status: away });
        }
      }
      return { status: 'ready', ...(db.isFull() ? { disk: 'no disk space left to write to' } : {}) };
    };
  };
  const database = { ready: () => db.checkReady(), away: 'the database is not responding' };
  const files = { ready: () => storage.checkReady(), away: 'the file store is not responding' };

  const quietly = { method: readMethods, logLevel: 'silent' } as const;
  fastify.route({ ...quietly, url: '/healthz', handler: async () => ({ status: 'alive', version }) });
  fastify.route({ ...quietly, url: '/readyz', handler: whatIsAway([database, files]) });
  fastify.route({ ...quietly, url: '/readyz/pages', handler: whatIsAway([database]) });
}
