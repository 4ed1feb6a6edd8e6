import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/index.ts';

/** `/healthz` says that the process is alive, and which version it is, `/readyz` that it can do its work. For machines; never logged. */
export function healthChecks(fastify: FastifyInstance, db: Database, version: string): void {
  fastify.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'alive', version }));
  fastify.get('/readyz', { logLevel: 'silent' }, async (request, reply) => {
    try {
      await db.ready();
      return { status: 'ready' };
    } catch (error) {
      request.log.error(error, 'not ready');
      return reply.code(503).header('retry-after', '5').send({ status: 'the database does not answer' });
    }
  });
}
