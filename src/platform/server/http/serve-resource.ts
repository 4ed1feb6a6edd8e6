import type { AnswerGet } from './cached-responses.ts';
import { admit } from './request-context.ts';
import type { DeclareResource } from './resource.ts';
import { type Handler, reading, type ServerContext } from './server-context.ts';

export const resources =
  (site: ServerContext, answer: AnswerGet): DeclareResource =>
  (path, options, make) => {
    const { access, grave, secret, query = [] } = options;
    const read = { method: 'GET', changes: false, files: false } as const;
    site.declare({ kind: 'resource', path, query, access: access.name, grave, ...read });
    const handler: Handler = async (request, reply) => {
      await site.limit('read', request, reply);
      if (secret) reply.header('referrer-policy', 'no-referrer');
      const how = { keep: !secret, query, variant: `resource ${site.originOf(request)}`, reads: options.reads };
      return answer(request, reply, how, async (visit) => make(await admit<undefined>(options, visit, site.refusals)));
    };
    site.fastify.route({ method: reading, url: path, handler });
  };
