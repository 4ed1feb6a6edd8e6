import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import { TooManyRequestsError } from '../errors/http-error.ts';
import { getClientAddress, listNetworks, networkLevels } from './client-address.ts';

/**
 * The maximum number of requests from one network in a period. Reading is cheap, and schools share an address, so the
 * limit for reading only stops bots. Messages from strangers are stored and emailed, so their limit is stricter.
 */
const requestRateLimits = {
  read: { max: 3000, timeWindow: minute },
  // A request without a cached response counts here as well as towards `read`, so it costs five times as much
  uncached: { max: 600, timeWindow: minute },
  // Separate from pages, which contain dozens of pictures each
  download: { max: 3000, timeWindow: minute },
  // Pictures are drawn on demand; a crawler requests one for each link it follows
  drawing: { max: 120, timeWindow: minute },
  write: { max: 120, timeWindow: minute },
  // A provider sends all its events from a few addresses, and after an outage sends them all at once
  webhook: { max: 1200, timeWindow: minute },
  // Previews are requested at each pause in writing, so up to once a second while somebody writes
  preview: { max: 60, timeWindow: minute },
};
/** The kind of limit. `message` is for messages from strangers, which we store and email: see `ConsumeMessageLimit`. */
export type RequestRateLimit = keyof typeof requestRateLimits | 'message';

/**
 * Consumes one message from the rate limits of an address's networks, or returns the time to wait in milliseconds.
 * Messages are counted in the database for all processes together. Otherwise each process would allow the full number
 * of emails.
 */
export type ConsumeMessageLimit = (address: string, now: Instant) => Promise<{ waitMs: number }>;

/** The limits that don't apply to a proxy on this machine if its requests have no `X-Forwarded-For` header. */
const freeHere = new Set<RequestRateLimit>(['read', 'uncached', 'download', 'drawing']);

/** Counts a request against its networks, and refuses it with 429 and Retry-After if there were too many. */
export type EnforceRateLimit = (
  rateLimit: RequestRateLimit,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void>;

interface Counted {
  takeMessage: ConsumeMessageLimit;
  clock: () => Date;
  /** Called with the address whose requests are refused. */
  exceeded: (address: string) => void;
}

/**
 * Creates the rate limits. Everything except messages is counted in this process, because the limits protect its time.
 * @fastify/rate-limit must be registered.
 */
export function createRequestLimits(
  fastify: FastifyInstance,
  { takeMessage, clock, exceeded }: Counted,
): EnforceRateLimit {
  const networks = (request: FastifyRequest) => listNetworks(getClientAddress(request));
  const counter = (rateLimit: keyof typeof requestRateLimits) => {
    const { max, timeWindow } = requestRateLimits[rateLimit];
    const counts = Array.from({ length: networkLevels }, (_, level) =>
      fastify.createRateLimit({
        max: (request) => max * (networks(request)[level]?.factor ?? 1),
        timeWindow,
        keyGenerator: (request) => networks(request)[level]?.name ?? '',
      }),
    );
    // A request refused for a narrow network doesn't count towards the wider networks, which others share
    return async (request: FastifyRequest) => {
      for (const count of counts.slice(0, networks(request).length)) {
        const counted = await count(request);
        if (!counted.isAllowed && counted.isExceeded) return Math.max(1, counted.ttl);
      }
      return 0;
    };
  };
  const counters = {
    read: counter('read'),
    uncached: counter('uncached'),
    download: counter('download'),
    drawing: counter('drawing'),
    write: counter('write'),
    message: async (request: FastifyRequest) => {
      const { waitMs } = await takeMessage(getClientAddress(request), clock().toISOString());
      return waitMs;
    },
    preview: counter('preview'),
    webhook: counter('webhook'),
  };
  return async (rateLimit, request, reply) => {
    // A proxy on this machine that sends no `X-Forwarded-For` header isn't limited, because the requests of all its
    // visitors would count as this machine's
    const unnamed = request.headers['x-forwarded-for'] === undefined;
    if (freeHere.has(rateLimit) && unnamed && isThisMachine(getClientAddress(request))) return;
    const waitMs = await counters[rateLimit](request);
    if (waitMs === 0) return;
    exceeded(getClientAddress(request));
    const refusal = new TooManyRequestsError(waitMs);
    reply.header('retry-after', String(refusal.retryAfterSeconds));
    throw refusal;
  };
}

/** Returns true if a network address, or a host name in a URL, is this machine's. */
export const isThisMachine = (host: string) =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^(::ffff:)?127\.[\d.]+$/.test(host);
