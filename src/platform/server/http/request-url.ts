import type { FastifyRequest } from 'fastify';
import { hasMoreParts } from './body.ts';

/** A requested address, still encoded. */
export function addressOf(request: FastifyRequest): { path: string; query: URLSearchParams } {
  const mark = request.url.indexOf('?');
  if (mark < 0) return { path: request.url, query: new URLSearchParams() };
  return { path: request.url.slice(0, mark), query: new URLSearchParams(request.url.slice(mark + 1)) };
}

/** The most query keys in an address; a search with every filter has a dozen. */
const mostKeys = 50;

export const hasTooManyKeys = ({ url }: FastifyRequest): boolean => hasMoreParts(url, mostKeys);

/** A name, IPv4 or IPv6 address with or without a port: the only kinds of Host header that we write into addresses. */
const hostShape = /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i;

/**
 * The origin that a request is made to, as browsers write it; this machine's when the request names none that is valid.
 */
export function requestedOrigin({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  const base = `${protocol === 'https' ? 'https' : 'http'}://${host}`;
  // A site is nearly always asked by one name
  if (base !== last.base) last = { base, origin: hostShape.test(host) ? originOf(base) : nowhere };
  return last.origin;
}

const nowhere = 'http://localhost';
const originOf = (base: string) => (URL.canParse(base) ? new URL(base).origin : nowhere);
let last = { base: '', origin: nowhere };

/** Control characters are in no name here, and PostgreSQL refuses some of them. */
export const isUnprintable = (text: string) => /\p{Cc}/u.test(text);

/** The query key `react`, whatever it holds, asks for a page's JSON. */
export const wantsJson = (request: FastifyRequest) =>
  request.url.includes('?') && addressOf(request).query.has('react');

/**
 * The declared keys alone, in one order, so that different spellings of an address share one cached answer. Without the
 * character that PostgreSQL has in no text, not even to look for it.
 */
export function onlyKeys(query: URLSearchParams, keys: readonly string[]): URLSearchParams {
  const params = new URLSearchParams();
  for (const key of new Set(keys)) {
    for (const value of query.getAll(key)) params.append(key, value.replaceAll('\0', ' '));
  }
  return params;
}
