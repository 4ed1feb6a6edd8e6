import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/index.ts';
import { cachedResponses } from './cached-responses.ts';
import type { ServeCall } from './call.ts';
import type { DeclareDownload } from './download.ts';
import { errorResponses } from './error-responses.ts';
import { refusalOf } from './errors.ts';
import type { DeclarePage } from './page.ts';
import type { PlatformOptions } from './platform-options.ts';
import { notFoundMessage, Refusal } from './refusal.ts';
import { refusalOfUrl } from './request-url.ts';
import type { DeclareResource } from './resource.ts';
import type { Route } from './routes.ts';
import { calls } from './serve-call.ts';
import { downloads } from './serve-download.ts';
import { pages } from './serve-page.ts';
import { resources } from './serve-resource.ts';
import { webhooks } from './serve-webhook.ts';
import { serverContext } from './server-context.ts';
import type { DeclareWebhook } from './webhook.ts';

/** The functions with which features declare their routes. */
export interface Platform {
  page: DeclarePage;
  call: ServeCall;
  resource: DeclareResource;
  download: DeclareDownload;
  webhook: DeclareWebhook;
  db: Database;
  encryption: PlatformOptions['encryption'];
  refusals: PlatformOptions['refusals'];
  /** Everything declared so far. */
  routes: readonly Route[];
}

/** Declares the features' routes on a bare server, and answers everything else. */
export function createPlatform(fastify: FastifyInstance, options: PlatformOptions): Platform {
  const routes: Route[] = [];
  const site = serverContext(fastify, options, routes);
  const answer = cachedResponses(site);
  const answerFault = errorResponses(options, site);

  fastify.addHook('onRequest', (request, reply, done) => {
    const refusal = refusalOfUrl(request);
    if (refusal) site.limit('read', request, reply).then(() => done(refusal), done);
    else done();
  });
  fastify.setNotFoundHandler(async (request, reply) => {
    await site.limit('read', request, reply);
    await site.limit('uncached', request, reply);
    return answerFault(request, reply, new Refusal(404, notFoundMessage));
  });
  fastify.setErrorHandler((error, request, reply) =>
    answerFault(request, reply, refusalOf(error, request, options.faults)),
  );

  const { db, encryption, refusals } = options;
  return {
    page: pages(site, answer),
    call: calls(site),
    resource: resources(site, answer),
    download: downloads(site),
    webhook: webhooks(site),
    db,
    encryption,
    refusals,
    routes,
  };
}
