import type { FastifyRequest } from 'fastify';
import { isDecodable } from '#platform/shared/text/text.ts';
import { HttpError, urlTooLongMessage } from '../errors/http-error.ts';
import { hasMoreParts } from './body.ts';

/** A requested address, still encoded. */
export function parseRequestUrl(request: FastifyRequest): { path: string; query: URLSearchParams } {
  const { path, query } = splitQuery(request.url);
  return { path, query: new URLSearchParams(query) };
}

/** A search with every filter has a dozen. */
const maxQueryKeys = 50;

/** Characters, still encoded; a long title in Cyrillic has a thousand. */
const maxPathLength = 2000;

/** Splits a requested address before its query. */
function splitQuery(url: string): { path: string; query: string } {
  const mark = url.indexOf('?');
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark) };
}

/** Returns an address that the router can decode: a path with a stray `%` is taken literally. */
export function toRoutableUrl(url: string): string {
  const { path, query } = splitQuery(url);
  return isDecodable(path) ? url : path.replaceAll('%', '%25') + query;
}

/** Returns why no page or call can have a requested address, or undefined. */
export function findUrlError({ url, originalUrl }: Pick<FastifyRequest, 'url' | 'originalUrl'>): HttpError | undefined {
  const { path } = splitQuery(originalUrl);
  if (path.length > maxPathLength) return new HttpError(414, urlTooLongMessage);
  if (!isDecodable(path)) {
    return new HttpError(400, 'That address has a % where none belongs. Check it, or start from the front page.');
  }
  if (hasMoreParts(url, maxQueryKeys)) {
    return new HttpError(
      400,
      'That web address is longer and more complicated than any of ours. Check it, or start from the home page.',
    );
  }
  return undefined;
}

/** A name, IPv4 or IPv6 address with or without a port: the only kinds of Host header that we write into addresses. */
const hostShape = /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i;

/**
 * The origin that a request is made to, as browsers write it; this machine's when the request names none that is valid.
 */
export function getRequestedOrigin({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string {
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

/** Returns true if the query has the key `react`, with any value, which asks for a page's JSON. */
export const wantsJson = (request: FastifyRequest) =>
  request.url.includes('?') && parseRequestUrl(request).query.has('react');

/**
 * The declared keys alone, in one order, so that different spellings of an address share one cached answer. Without the
 * character that PostgreSQL has in no text, not even to look for it.
 */
export function keepQueryKeys(query: URLSearchParams, keys: readonly string[]): URLSearchParams {
  const params = new URLSearchParams();
  for (const key of new Set(keys)) {
    for (const value of query.getAll(key)) params.append(key, value.replaceAll('\0', ' '));
  }
  return params;
}
