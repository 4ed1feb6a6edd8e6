import { type DeclareDownload, sendDownload } from '../routes/download.ts';
import { authorise } from './request-context.ts';
import { type Handler, readMethods, type ServerContext } from './server-context.ts';

export const createDeclareDownload =
  ({ fastify, declare, enforceRateLimit: limit, visitorOf, visitOf, refusals }: ServerContext): DeclareDownload =>
  (path, options, find) => {
    const read = { method: 'GET', changes: false, files: false } as const;
    declare({ kind: 'download', path, query: options.query, access: options.access.name, ...read });
    const handler: Handler = async (request, reply) => {
      await limit(options.rateLimit ?? 'download', request, reply);
      const visit = await visitOf(request, reply, await visitorOf(request, reply), options.query ?? []);
      return sendDownload(request, reply, await find(await authorise(options, visit, refusals)));
    };
    fastify.route({ method: readMethods, url: path, handler });
  };
