import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { Crowd } from './crowd.ts';
import { type Limit, requestLimits } from './limits.ts';
import type { PlatformOptions } from './platform-options.ts';
import type { Refusals } from './refusal-counts.ts';
import { type Draw, pageRenderer } from './render-page.ts';
import { requestContext } from './request-context.ts';
import type { Route } from './routes.ts';

/** The parts that every kind of route needs: made once for the site. */
export interface ServerContext extends ReturnType<typeof requestContext> {
  fastify: FastifyInstance;
  options: PlatformOptions;
  refusals: Refusals;
  limit: Limit;
  crowd: Crowd;
  asHtml: Draw;
  /** Writes a line into the route table. */
  declare: (route: Route) => void;
}

/** The HTTP methods of routes that only read. */
export const reading = ['GET', 'HEAD'] satisfies HTTPMethods[];

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export function serverContext(fastify: FastifyInstance, options: PlatformOptions, routes: Route[]): ServerContext {
  return {
    ...requestContext(options),
    fastify,
    options,
    refusals: options.refusals,
    limit: requestLimits(fastify, {
      takeMessage: options.takeMessage,
      clock: options.clock,
      exceeded: (address) => options.refusals.count('refused too many requests', address),
    }),
    crowd: new Crowd(),
    asHtml: pageRenderer(options),
    declare: (route) => routes.push(route),
  };
}
