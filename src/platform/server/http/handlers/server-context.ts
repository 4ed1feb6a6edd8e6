import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { createRequestLimits, type RequestLimits } from '../request/request-limits.ts';
import type { Route } from '../routes/route.ts';
import { InFlightWrites } from './in-flight-writes.ts';
import type { PlatformOptions } from './platform-options.ts';
import type { RefusalCounter } from './refusal-counter.ts';
import { createPageRenderer, type RenderPage } from './render-page.ts';
import { createRequestContext } from './request-context.ts';

/** The parts that every kind of route needs. They are created once for the site. */
export interface ServerContext extends ReturnType<typeof createRequestContext>, RequestLimits {
  fastify: FastifyInstance;
  options: PlatformOptions;
  refusals: RefusalCounter;
  inFlightWrites: InFlightWrites;
  renderPage: RenderPage;
  /** Adds a line to the route table. */
  declare: (route: Route) => void;
}

/** The HTTP methods of routes that only read. */
export const readMethods = ['GET', 'HEAD'] satisfies HTTPMethods[];

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export function createServerContext(
  fastify: FastifyInstance,
  options: PlatformOptions,
  routes: Route[],
): ServerContext {
  return {
    ...createRequestContext(options),
    fastify,
    options,
    refusals: options.refusals,
    ...createRequestLimits(fastify, {
      takeMessage: options.consumeMessageLimit,
      clock: options.clock,
      exceeded: (address) => options.refusals.count('request.limited', address),
    }),
    inFlightWrites: new InFlightWrites(),
    renderPage: createPageRenderer(options),
    declare: (route) => routes.push(route),
  };
}
