import type { FastifyRequest } from 'fastify';
import { isDecodableUrl } from '#platform/shared/text/text.ts';
import { HttpError, urlTooLongMessage } from '../errors/http-error.ts';
import { hasTooManyQueryParts } from './body.ts';

/** Returns the path of a requested URL, still encoded, and its query parameters. */
export function parseRequestUrl(request: FastifyRequest): { path: string; query: URLSearchParams } {
  const { path, query } = splitQuery(request.url);
  return { path, query: new URLSearchParams(query) };
}

/** The maximum number of query keys. A search with every filter has a dozen. */
const maxQueryKeys = 50;

/** The maximum length of a path in characters, still encoded. A long title in Cyrillic takes a thousand. */
const maxPathLength = 2000;

/** Splits a requested URL before its query. */
function splitQuery(url: string): { path: string; query: string } {
  const mark = url.indexOf('?');
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark) };
}

/** Returns a URL that the router can decode. In a path with a stray `%`, every `%` is taken literally. */
export function toRoutableUrl(url: string): string {
  const { path, query } = splitQuery(url);
  return isDecodableUrl(path) ? url : path.replaceAll('%', '%25') + query;
}

/** Returns the reason why a requested URL can't belong to a page or call; undefined if it can. */
export function findUrlError({ url, originalUrl }: Pick<FastifyRequest, 'url' | 'originalUrl'>): HttpError | undefined {
  const { path } = splitQuery(originalUrl);
  if (path.length > maxPathLength) return new HttpError(414, urlTooLongMessage);
  if (!isDecodableUrl(path)) {
    return new HttpError(400, 'That address has a % where none belongs. Check it, or start from the front page.');
  }
  if (hasTooManyQueryParts(url, maxQueryKeys)) {
    return new HttpError(
      400,
      'That web address is longer and more complicated than any of ours. Check it, or start from the front page.',
    );
  }
  return undefined;
}

/** Matches a name, IPv4 or IPv6 address, with or without a port. Only such Host headers are written into URLs. */
const hostShape = /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i;

/**
 * Returns the origin to which a request is made, as browsers write it; `http://localhost` if the request's host isn't
 * valid.
 */
export function getRequestedOrigin({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  const base = `${protocol === 'https' ? 'https' : 'http'}://${host}`;
  // A site is nearly always requested under the same name, so the last result is remembered
  if (base !== last.base) last = { base, origin: hostShape.test(host) ? originOf(base) : nowhere };
  return last.origin;
}

const nowhere = 'http://localhost';
const originOf = (base: string) => (URL.canParse(base) ? new URL(base).origin : nowhere);
let last = { base: '', origin: nowhere };

/**
 * Returns true for text with control characters. No name on this site contains any, and PostgreSQL refuses one of them,
 * NUL.
 */
export const hasControlCharacter = (text: string) => /\p{Cc}/u.test(text);

/** Returns true if the query has the key `react`, with any value, which requests a page's JSON. */
export const requestsPageJson = (request: FastifyRequest) =>
  request.url.includes('?') && parseRequestUrl(request).query.has('react');

/**
 * Returns only the declared keys, in one order, so that different spellings of a URL share one cached response. NUL
 * characters become spaces, because PostgreSQL can neither store them nor search for them.
 */
export function pickQueryKeys(query: URLSearchParams, keys: readonly string[]): URLSearchParams {
  const params = new URLSearchParams();
  for (const key of new Set(keys)) {
    for (const value of query.getAll(key)) params.append(key, value.replaceAll('\0', ' '));
  }
  return params;
}
