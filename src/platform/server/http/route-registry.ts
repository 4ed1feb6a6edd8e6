import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/index.ts';
import { HttpError, notFoundMessage } from './errors/http-error.ts';
import { createCachingResponder, repeatCachedResponses } from './handlers/cached-responses.ts';
import { createErrorResponder, toHttpError } from './handlers/error-responses.ts';
import type { RouteRegistryOptions } from './handlers/route-registry-options.ts';
import { createCallDeclarer } from './handlers/serve-call.ts';
import {
  createDownloadDeclarer,
  createPageDeclarer,
  createResourceDeclarer,
  type DeclareResource,
} from './handlers/serve-page.ts';
import { createWebhookDeclarer } from './handlers/serve-webhook.ts';
import { createServerContext } from './handlers/server-context.ts';
import { trustLoopback } from './request/client-address.ts';
import { findUrlError } from './request/request-url.ts';
import type { DeclareCall } from './routes/call.ts';
import type { DeclareDownload } from './routes/download.ts';
import type { DeclarePage } from './routes/page.ts';
import type { Route } from './routes/route.ts';
import type { DeclareWebhook } from './routes/webhook.ts';

/** The functions with which features declare their routes, and the services that the routes' handlers use. */
export interface RouteRegistry {
  page: DeclarePage;
  call: DeclareCall;
  resource: DeclareResource;
  download: DeclareDownload;
  webhook: DeclareWebhook;
  db: Database;
  encryption: RouteRegistryOptions['encryption'];
  refusals: RouteRegistryOptions['refusals'];
  /** The routes declared so far. */
  routes: readonly Route[];
}

/**
 * Creates the functions that declare routes on a bare server, and makes the server respond to unknown URLs and to
 * errors.
 */
export function createRouteRegistry(fastify: FastifyInstance, options: RouteRegistryOptions): RouteRegistry {
  const routes: Route[] = [];
  const site = createServerContext(fastify, options, routes);
  const recordCached = repeatCachedResponses(fastify, {
    publicUrl: options.publicUrl,
    trustProxy: options.trustProxy ?? trustLoopback,
    countRead: site.countRead,
    setReadCounted: site.setReadCounted,
  });
  const answer = createCachingResponder(site, recordCached);
  const answerFault = createErrorResponder(options, site);

  fastify.addHook('onRequest', (request, reply, done) => {
    const refusal = findUrlError(request);
    if (refusal) site.enforceRateLimit('read', request, reply).then(() => done(refusal), done);
    else done();
  });
  fastify.setNotFoundHandler(async (request, reply) => {
    await site.enforceRateLimit('read', request, reply);
    await site.enforceRateLimit('uncached', request, reply);
    return answerFault(request, reply, new HttpError(404, notFoundMessage));
  });
  fastify.setErrorHandler((error, request, reply) =>
    answerFault(request, reply, toHttpError(error, request, options.errorRecorder)),
  );

  const { db, encryption, refusals } = options;
  return {
    page: createPageDeclarer(site, answer),
    call: createCallDeclarer(site),
    resource: createResourceDeclarer(site, answer),
    download: createDownloadDeclarer(site),
    webhook: createWebhookDeclarer(site),
    db,
    encryption,
    refusals,
    routes,
  };
}
