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
