import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import { TooManyRequests } from '../errors/http-error.ts';
import { getClientAddress, listNetworks, networkLevels } from './client-address.ts';

/**
 * The most requests of one network in a period. Reading is cheap and schools share an address, so its limit only stops
 * bots. Messages that strangers make the site store and mail are limited more strictly.
 */
const requestRateLimits = {
  read: { max: 3000, timeWindow: minute },
  // Counted in addition to `read` when no cached answer exists, so that such an answer costs five times as much
  uncached: { max: 600, timeWindow: minute },
  // Separate from pages, which have dozens of pictures each
  download: { max: 3000, timeWindow: minute },
  // Pictures drawn on demand: a crawler that follows a link asks for one
  drawing: { max: 120, timeWindow: minute },
  write: { max: 120, timeWindow: minute },
  // A provider sends all its events from a few addresses, and after an outage all at once
  webhook: { max: 1200, timeWindow: minute },
  // Sent at each pause in writing, so once a second for as long as somebody writes
  preview: { max: 60, timeWindow: minute },
};
/** `message` limits the messages that strangers make us store and mail: see `ConsumeMessageLimit`. */
export type RequestRateLimit = keyof typeof requestRateLimits | 'message';

/**
 * Takes one message out of the allowance of an address's networks, or returns how long to wait, in milliseconds. It is
 * counted in the database, for all processes together: otherwise each of them would allow as many mails again.
 */
export type ConsumeMessageLimit = (address: string, now: Instant) => Promise<{ waitMs: number }>;

/** Requests that no reader makes too often. */
const freeHere = new Set<RequestRateLimit>(['read', 'uncached', 'download', 'drawing']);

/** Counts a request against its networks, and refuses it with 429 and Retry-After once there were too many. */
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
 * Counts everything except messages in this process, whose time the limits protect. @fastify/rate-limit must be
 * registered.
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
    // A request refused for a narrow network isn't counted against the wider ones, which others share
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
    // A proxy on this machine that names no visitors: they would all count against one address, its own
    const unnamed = request.headers['x-forwarded-for'] === undefined;
    if (freeHere.has(rateLimit) && unnamed && isThisMachine(getClientAddress(request))) return;
    const waitMs = await counters[rateLimit](request);
    if (waitMs === 0) return;
    exceeded(getClientAddress(request));
    const refusal = new TooManyRequests(waitMs);
    reply.header('retry-after', String(refusal.retryAfterSeconds));
    throw refusal;
  };
}

/** Returns true if a network address, or a host name in a URL, is this very machine's. */
export const isThisMachine = (host: string) =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^(::ffff:)?127\.[\d.]+$/.test(host);
