import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** A response that has been sent. */
export interface SentResponse {
  /** The id of its request. */
  id: string;
  method: string;
  /** The route's path with its parameters' names; "unknown" if no route has the path. */
  route: string;
  status: number;
  /** The time from the request until the response was sent (milliseconds). */
  ms: number;
  /** True if the route's log level is `silent`. */
  isSilent: boolean;
}

type Observer = (response: SentResponse) => void;

const observers = new WeakMap<Server, Observer[]>();

/** Calls `observer` after each response, including those that are sent before the framework sees their request. */
export function observeResponses(fastify: FastifyInstance, observer: Observer): void {
  observers.set(fastify.server, [...listResponseObservers(fastify), observer]);
  fastify.addHook('onResponse', (request, reply, done) => {
    const { id, method, routeOptions } = request;
    observer({
      id,
      method,
      route: routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: reply.elapsedTime,
      isSilent: routeOptions.logLevel === 'silent',
    });
    done();
  });
}

export const listResponseObservers = ({ server }: FastifyInstance): readonly Observer[] => observers.get(server) ?? [];
