import { type DeclareDownload, sendDownload } from '../routes/download.ts';
import type { DeclareResource } from '../routes/resource.ts';
import type { RespondWithCache } from './cached-responder.ts';
import { authorise } from './request-context.ts';
import { type Handler, readMethods, type ServerContext } from './server-context.ts';

export const createDeclareResource =
  (site: ServerContext, answer: RespondWithCache): DeclareResource =>
  (path, options, make) => {
    const { access, requiresReauthentication, secret, query = [] } = options;
    const read = { method: 'GET', changes: false, files: false } as const;
    site.declare({ kind: 'resource', path, query, access: access.name, requiresReauthentication, ...read });
    const handler: Handler = async (request, reply) => {
      await site.enforceRateLimit('read', request, reply);
      if (secret) reply.header('referrer-policy', 'no-referrer');
      const how = { keep: !secret, query, variant: `resource ${site.originOf(request)}`, reads: options.reads };
      return answer(request, reply, how, async (visit) =>
        make(await authorise<undefined>(options, visit, site.refusals)),
      );
    };
    site.fastify.route({ method: readMethods, url: path, handler });
  };

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
