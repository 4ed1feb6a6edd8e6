import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Page } from '#platform/shared/pages.ts';
import { createRequestLimits, type RequestLimits } from '../request/request-limits.ts';
import type { PageDocument } from '../response/html-document.ts';
import type { PageRequest } from '../routes/page.ts';
import type { Route } from '../routes/route.ts';
import { createRequestContext } from './request-context.ts';
import type { RefusalCounter, RouteRegistryOptions } from './route-registry-options.ts';

export type RenderPage = (page: Page, visit: PageRequest) => Promise<PageDocument>;

/**
 * Creates the function that renders pages as whole HTML documents, with the parts that every page shows around its
 * content.
 */
const createPageRenderer =
  ({ siteOf, documentOf }: Pick<RouteRegistryOptions, 'siteOf' | 'documentOf'>): RenderPage =>
  async (page, visit) => {
    const { path, query, origin } = visit;
    return documentOf({ page, site: await siteOf(visit), path, query: query.toString(), origin });
  };

/** The number of simultaneous changes that counts as a rush for tickets. Uploading an album doesn't reach it. */
export const busyWriteThreshold = 20;

/** Counts the changes that are in progress in this process. */
export class InFlightWrites {
  #here = 0;

  /** Counts a request until its response is sent, or its connection is closed. */
  track(response: Pick<ServerResponse, 'once'>): void {
    this.#here += 1;
    response.once('close', () => {
      this.#here -= 1;
    });
  }

  isBusy = (): boolean => this.#here >= busyWriteThreshold;
}

/** The parts that every kind of route needs. They are created once for the site. */
export interface ServerContext extends ReturnType<typeof createRequestContext>, RequestLimits {
  fastify: FastifyInstance;
  options: RouteRegistryOptions;
  refusals: RefusalCounter;
  inFlightWrites: InFlightWrites;
  renderPage: RenderPage;
  /** Adds a line to the route table. */
  declare: (route: Route) => void;
}

/** The HTTP methods of routes that only read. */
export const readOnlyMethods = ['GET', 'HEAD'] satisfies HTTPMethods[];

export type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export function createServerContext(
  fastify: FastifyInstance,
  options: RouteRegistryOptions,
  routes: Route[],
): ServerContext {
  const context = createRequestContext(options);
  return {
    ...context,
    fastify,
    options,
    refusals: options.refusals,
    ...createRequestLimits(fastify, {
      consumeMessageLimit: options.consumeMessageLimit,
      clock: options.clock,
      onExceeded: (address) => options.refusals.count('request.limited', context.toNotedAddress(address)),
    }),
    inFlightWrites: new InFlightWrites(),
    renderPage: createPageRenderer(options),
    declare: (route) => routes.push(route),
  };
}
