import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/index.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * `/healthz` says that the process is alive, and which version it is, `/readyz` that it can do its work. A store of files
 * that is away is told of there, and takes nobody out of service: pages, tickets and signing in go on without it, and it
 * is away for all processes; nor does a full disk, on which all can be read. For machines; never logged.
 */
export function healthChecks(
  fastify: FastifyInstance,
  { db, storage, version }: { db: Database; storage: Pick<Storage, 'ready'>; version: string },
): void {
  fastify.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'alive', version }));
  fastify.get('/readyz', { logLevel: 'silent' }, async (request, reply) => {
    try {
      await db.ready();
    } catch (error) {
      request.log.error(error, 'not ready');
      return reply.code(503).header('retry-after', '5').send({ status: 'the database does not answer' });
    }
    const disk = db.isFull() ? { disk: 'there is no room left to write' } : {};
    try {
      await storage.ready();
      return { status: 'ready', ...disk };
    } catch (error) {
      request.log.error(error, 'the store of files does not answer');
      return { status: 'ready', ...disk, files: 'the store does not answer' };
    }
  });
}
