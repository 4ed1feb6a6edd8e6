import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import { TooManyRequestsError } from '../errors/http-error.ts';
import { type ClientNetwork, getClientAddress, listNetworks, maxNetworksPerAddress } from './client-address.ts';

/**
 * The maximum number of requests from one network in a period. Reading is cheap, and schools share an address, so the
 * limit for reading only stops bots. Messages from strangers are stored and emailed, so their limit is stricter.
 */
const requestRateLimits = {
  read: { max: 3000, timeWindow: minute },
  // A request without a cached response counts here as well as towards `read`, so it costs five times as much
  uncached: { max: 600, timeWindow: minute },
  // Counted separately from pages, because a page can contain dozens of pictures
  download: { max: 3000, timeWindow: minute },
  // Pictures are drawn on demand; a crawler requests one for each link it follows
  drawing: { max: 120, timeWindow: minute },
  write: { max: 120, timeWindow: minute },
  // A provider sends all its events from a few addresses, and after an outage sends them all at once
  webhook: { max: 1200, timeWindow: minute },
  // A preview is requested each time somebody opens it, and again if a picture is added while it is open
  preview: { max: 60, timeWindow: minute },
};
/** The kind of limit. `message` is for messages from strangers, which we store and email: see `ConsumeMessageLimit`. */
export type RequestRateLimitKind = keyof typeof requestRateLimits | 'message';

/**
 * Consumes one message from the rate limits of an address's networks, if all of them allow it. Returns the time to wait
 * in milliseconds; 0 if the message may be sent. Messages are counted in the database for all processes together.
 * Otherwise each process would allow the full number of emails.
 */
export type ConsumeMessageLimit = (address: string, now: Instant) => Promise<{ waitMs: number }>;

/** The limits that don't apply to a proxy on this machine if its requests have no `X-Forwarded-For` header. */
const limitsWithoutLocalProxy = new Set<RequestRateLimitKind>(['read', 'uncached', 'download', 'drawing']);

/** Counts a request against its networks, and refuses it with 429 and Retry-After if there were too many. */
export type EnforceRateLimit = (
  rateLimit: RequestRateLimitKind,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void>;

export interface RequestLimits {
  enforceRateLimit: EnforceRateLimit;
  /** Counts a reading request that the framework hasn't seen. Returns the time to wait in milliseconds, mostly 0. */
  countRead: (raw: IncomingMessage, address: string) => number | Promise<number>;
  /**
   * Marks a request that `countRead` has counted before the framework handles it. `enforceRateLimit` then doesn't count
   * it again, and refuses it if `waitMs` isn't 0.
   */
  setReadCounted: (raw: IncomingMessage, waitMs: number) => void;
}

interface RequestLimitOptions {
  consumeMessageLimit: ConsumeMessageLimit;
  clock: () => Date;
  /** Called with the address whose requests are refused. */
  onExceeded: (address: string) => void;
}

/**
 * Creates the rate limits. Everything except messages is counted in this process, because these limits protect the
 * process from too much work. @fastify/rate-limit must be registered.
 */
export function createRequestLimits(
  fastify: FastifyInstance,
  { consumeMessageLimit, clock, onExceeded }: RequestLimitOptions,
): RequestLimits {
  /** The counters receive a network instead of a request. Apart from the network, they read only the route. */
  interface NetworkRequest extends FastifyRequest {
    network: ClientNetwork;
  }
  const asRequest = (network: ClientNetwork) => ({ network, routeOptions: { config: {} } }) as NetworkRequest;
  const counter = (rateLimit: keyof typeof requestRateLimits) => {
    const { max, timeWindow } = requestRateLimits[rateLimit];
    const counts = Array.from({ length: maxNetworksPerAddress }, () =>
      fastify.createRateLimit({
        max: (request) => max * (request as NetworkRequest).network.factor,
        timeWindow,
        keyGenerator: (request) => (request as NetworkRequest).network.name,
      }),
    );
    // A request refused for a narrow network doesn't count towards the wider networks, which others share
    return async (address: string) => {
      for (const [level, network] of listNetworks(address).entries()) {
        const counted = await counts[level]?.(asRequest(network));
        if (counted && !counted.isAllowed && counted.isExceeded) return Math.max(1, counted.ttl);
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
    message: async (address: string) => {
      const { waitMs } = await consumeMessageLimit(address, clock().toISOString());
      return waitMs;
    },
    preview: counter('preview'),
    webhook: counter('webhook'),
  };
  // A proxy on this machine that sends no `X-Forwarded-For` header isn't limited, because the requests of all its
  // visitors would count as this machine's
  const isUnlimited = ({ headers }: IncomingMessage, address: string) =>
    headers['x-forwarded-for'] === undefined && isLoopbackHost(address);
  /** The waiting time, in milliseconds, of each request that was counted before the framework saw it. */
  const readWaits = new WeakMap<IncomingMessage, number>();
  const countRead = (raw: IncomingMessage, address: string) => (isUnlimited(raw, address) ? 0 : counters.read(address));
  const setReadCounted = (raw: IncomingMessage, waitMs: number) => void readWaits.set(raw, waitMs);
  const enforceRateLimit: EnforceRateLimit = async (rateLimit, request, reply) => {
    const address = getClientAddress(request);
    if (limitsWithoutLocalProxy.has(rateLimit) && isUnlimited(request.raw, address)) return;
    const counted = rateLimit === 'read' ? readWaits.get(request.raw) : undefined;
    const waitMs = counted ?? (await counters[rateLimit](address));
    if (waitMs === 0) return;
    onExceeded(address);
    const refusal = new TooManyRequestsError(waitMs);
    reply.header('retry-after', String(refusal.retryAfterSeconds));
    throw refusal;
  };
  return { enforceRateLimit, countRead, setReadCounted };
}

/** Returns true if a network address, or a host name in a URL, always means this machine itself. */
export const isLoopbackHost = (host: string) =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^(::ffff:)?127\.[\d.]+$/.test(host);
