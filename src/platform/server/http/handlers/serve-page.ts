import type { FastifyReply } from 'fastify';
import type { Page, PageType } from '#platform/shared/pages.ts';
import type { RevisionName } from '../../database/index.ts';
import { requestsPageJson } from '../request/request-url.ts';
import type { AccessRule, ReauthenticationPolicy } from '../request/visitor.ts';
import type { FreshResponse } from '../response/response-cache.ts';
import {
  cameraPermissionsPolicy,
  mergeContentSources,
  widenContentSecurityPolicy,
} from '../response/security-headers.ts';
import { htmlContentType, jsonContentType } from '../response/send-response.ts';
import { type DeclareDownload, sendDownload } from '../routes/download.ts';
import type { DeclarePage, PageOptions, PageRequest } from '../routes/page.ts';
import type { RespondWithCache } from './cached-responses.ts';
import { authorise } from './request-context.ts';
import { type RouteHandler, readOnlyMethods, type ServerContext } from './server-context.ts';

/**
 * The header that tells our script, which requests JSON, to load a page in full, because the page's document has its
 * own policies.
 */
const ownDocument = 'x-own-document';

type Show<Type extends PageType, Subject> = (visit: PageRequest<Subject>) => Page<Type> | Promise<Page<Type>>;

export const createPageDeclarer =
  (site: ServerContext, answer: RespondWithCache): DeclarePage =>
  (path, options, show) => {
    const access = options.access.name;
    const types = [options.type].flat();
    const { query } = options;
    site.declare({ kind: 'page', method: 'GET', path, types, query, access, changes: false, files: false });
    const handler: RouteHandler = async (request, reply) => {
      await site.enforceRateLimit('read', request, reply);
      const form = requestsPageJson(request) ? 'json' : 'html';
      setHeaders(options, form, reply);
      return answer(request, reply, cachingOf(options, form, site.originOf(request)), (visit) =>
        makePage(site, { options, show, form }, visit),
      );
    };
    site.fastify.route({ method: readOnlyMethods, url: path, handler });
  };

function setHeaders<Type extends PageType, Subject>(
  options: PageOptions<Type, Subject>,
  form: 'json' | 'html',
  reply: FastifyReply,
): void {
  // Other sites don't get the URL as a referrer. Our own site does: without a referrer, a form on the page would come
  // from the origin “null”
  if (options.secret) reply.header('referrer-policy', 'same-origin');
  if (typeof options.csp === 'object') {
    reply.header(
      'content-security-policy',
      widenContentSecurityPolicy(String(reply.getHeader('content-security-policy')), options.csp),
    );
  }
  if (options.camera) reply.header('permissions-policy', cameraPermissionsPolicy);
  if (form === 'json' && (options.csp || options.camera)) reply.header(ownDocument, '1');
}

function cachingOf<Type extends PageType, Subject>(
  options: PageOptions<Type, Subject>,
  form: 'json' | 'html',
  origin: string,
) {
  // With `trimForHtml`, the JSON is complete and the same for every query. It is therefore created only once, because
  // compressing thousands of shows takes half a second
  const whole = form === 'json' && options.trimForHtml !== undefined;
  const query = whole ? [] : (options.query ?? []);
  return {
    isCacheable: !options.secret && (options.isCacheable ?? true),
    query,
    variant: `${form} ${origin}`,
    reads: options.reads,
  };
}

async function makePage<Type extends PageType, Subject>(
  { renderPage: asHtml, refusals }: ServerContext,
  { options, show, form }: { options: PageOptions<Type, Subject>; show: Show<Type, Subject>; form: 'json' | 'html' },
  visit: PageRequest,
): Promise<FreshResponse> {
  const admitted = await authorise(options, visit, refusals);
  const content = await show(admitted);
  // A redirect in the members' area isn't permanent, because a browser would remember it for everybody who uses the
  // browser
  const moved = visit.path.startsWith('/members') ? 302 : 301;
  const status = options.status?.(content) ?? 200;
  if (form === 'json') return { status, contentType: jsonContentType, body: JSON.stringify(content) };
  if (content.type === 'redirect' && content.url.startsWith('/')) {
    return { status: moved, contentType: htmlContentType, body: '', headers: { location: content.url } };
  }
  const part = options.trimForHtml ? await options.trimForHtml(content, admitted) : content;
  const { body, sources = {} } = await asHtml(part, visit);
  // All pages with these assets share one policy, unless their content widens it
  const all = typeof options.csp === 'function' ? mergeContentSources(options.csp(content), sources) : sources;
  return { status, contentType: htmlContentType, body, sources: all };
}

export interface ResourceOptions {
  access: AccessRule;
  /** Requires a recent authentication by password or passkey. */
  requiresReauthentication?: ReauthenticationPolicy;
  /** Query keys that change the content. */
  query?: readonly string[];
  /**
   * For a URL that alone gives access to the content. The content is never cached, and the URL never sent as a
   * referrer.
   */
  secret?: true;
  /** The revisions, besides the public one, on which the content depends, such as `sales`. */
  reads?: readonly RevisionName[];
}

/** Declares bytes at a URL that is neither a page nor a call, such as a poster, a feed or a sitemap. */
export type DeclareResource = (
  path: string,
  options: ResourceOptions,
  make: (visit: PageRequest) => FreshResponse | Promise<FreshResponse>,
) => void;

export const createResourceDeclarer =
  (site: ServerContext, answer: RespondWithCache): DeclareResource =>
  (path, options, make) => {
    const { access, requiresReauthentication, secret, query = [] } = options;
    const read = { method: 'GET', changes: false, files: false } as const;
    site.declare({ kind: 'resource', path, query, access: access.name, requiresReauthentication, ...read });
    const handler: RouteHandler = async (request, reply) => {
      await site.enforceRateLimit('read', request, reply);
      if (secret) reply.header('referrer-policy', 'no-referrer');
      const how = { isCacheable: !secret, query, variant: `resource ${site.originOf(request)}`, reads: options.reads };
      return answer(request, reply, how, async (visit) =>
        make(await authorise<undefined>(options, visit, site.refusals)),
      );
    };
    site.fastify.route({ method: readOnlyMethods, url: path, handler });
  };

export const createDownloadDeclarer =
  ({ fastify, declare, enforceRateLimit: limit, visitorOf, visitOf, refusals }: ServerContext): DeclareDownload =>
  (path, options, find) => {
    const read = { method: 'GET', changes: false, files: false } as const;
    declare({ kind: 'download', path, query: options.query, access: options.access.name, ...read });
    const handler: RouteHandler = async (request, reply) => {
      await limit(options.rateLimit ?? 'download', request, reply);
      const visit = await visitOf(request, reply, await visitorOf(request, reply), options.query ?? []);
      return sendDownload(request, reply, await find(await authorise(options, visit, refusals)));
    };
    fastify.route({ method: readOnlyMethods, url: path, handler });
  };
