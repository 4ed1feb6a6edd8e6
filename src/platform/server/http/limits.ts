import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { minute } from '#platform/shared/durations.ts';
import { clientAddress, networkOf } from './client-address.ts';
import { refuse } from './refusal.ts';

/**
 * How often one address may ask within a time. Reading is cheap and schools share an address, so its limit only stops
 * machines; what strangers can make us store and mail is worth guarding.
 */
const rateLimits = {
  read: { max: 3000, timeWindow: minute },
  // Apart from pages, which have dozens of pictures each
  download: { max: 3000, timeWindow: minute },
  // Pictures drawn on demand: a crawler that follows a link asks for one
  drawing: { max: 120, timeWindow: minute },
  write: { max: 120, timeWindow: minute },
  message: { max: 20, timeWindow: 10 * minute },
  // A provider sends all its events from a few addresses, and after a night down all at once
  webhook: { max: 1200, timeWindow: minute },
  // Asked for at each pause in writing, so once a second for as long as somebody writes
  preview: { max: 60, timeWindow: minute },
};
export type RateLimit = keyof typeof rateLimits;

/** What no reader does too often. */
const freeHere = new Set<RateLimit>(['read', 'download', 'drawing']);

export const tooManyMessage = 'That was a lot of requests at once. Wait a few minutes, then try again.';

/**
 * Counts a request against its address, and refuses it with 429 and Retry-After once there were too many. An IPv6
 * address counts as its /64, which one household has to itself.
 */
export type Limit = (rateLimit: RateLimit, request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Counts in this process, and tells `exceeded` whose requests are refused. @fastify/rate-limit must be registered. */
export function requestLimits(fastify: FastifyInstance, exceeded: (address: string) => void): Limit {
  const keyGenerator = (request: FastifyRequest) => networkOf(clientAddress(request));
  const counter = (rateLimit: RateLimit) => fastify.createRateLimit({ ...rateLimits[rateLimit], keyGenerator });
  const counters = {
    read: counter('read'),
    download: counter('download'),
    drawing: counter('drawing'),
    write: counter('write'),
    message: counter('message'),
    preview: counter('preview'),
    webhook: counter('webhook'),
  };
  return async (rateLimit, request, reply) => {
    // A proxy on this machine that names no visitors: they would all count against one address, its own
    const unnamed = request.headers['x-forwarded-for'] === undefined;
    if (freeHere.has(rateLimit) && unnamed && isThisMachine(clientAddress(request))) return;
    const count = await counters[rateLimit](request);
    if (count.isAllowed || !count.isExceeded) return;
    exceeded(clientAddress(request));
    reply.header('retry-after', String(count.ttlInSeconds));
    refuse(429, tooManyMessage);
  };
}

/** Whether a network address, or a name in a URL, is this very machine's. */
export const isThisMachine = (host: string) =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^(::ffff:)?127\.[\d.]+$/.test(host);
