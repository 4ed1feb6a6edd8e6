import type { ApiRequest } from './api-server.ts';
import { createInvalidRequestError } from './errors.ts';

interface Listed {
  id: string;
  created_at: string;
  updated_at: string;
  location_id: string;
}

const maxPageSize = 100;
const yearMs = 365 * 24 * 60 * 60_000;

/** A page of payments or refunds as Square lists them: by time and location, the newest first unless asked otherwise. */
export function listPage<T extends Listed>(
  all: readonly T[],
  query: ApiRequest['query'],
  now: Date,
): { page: T[]; cursor?: string } {
  const from = parseInstant(query, 'begin_time') ?? new Date(now.getTime() - yearMs).toISOString();
  const to = parseInstant(query, 'end_time');
  const updatedFrom = parseInstant(query, 'updated_at_begin_time');
  const order = query.sort_order === 'ASC' ? 1 : -1;
  const sorted = all
    .filter(
      (one) =>
        one.created_at >= from &&
        (to === undefined || one.created_at < to) &&
        (updatedFrom === undefined || one.updated_at >= updatedFrom) &&
        (query.location_id === undefined || one.location_id === query.location_id),
    )
    .sort((one, other) => order * (getSortKey(one) < getSortKey(other) ? -1 : 1));
  const after = query.cursor === undefined ? undefined : Buffer.from(query.cursor, 'base64url').toString();
  const begin = after === undefined ? 0 : sorted.findIndex((one) => getSortKey(one) === after) + 1;
  if (after !== undefined && begin === 0)
    throw createInvalidRequestError('INVALID_CURSOR', 'This cursor is not of this list.', 'cursor');
  const page = sorted.slice(begin, begin + Math.min(Number(query.limit ?? maxPageSize) || maxPageSize, maxPageSize));
  const last = page.at(-1);
  if (!last || begin + page.length >= sorted.length) return { page };
  return { page, cursor: Buffer.from(getSortKey(last)).toString('base64url') };
}

const getSortKey = ({ created_at, id }: Listed) => `${created_at} ${id}`;

function parseInstant(query: ApiRequest['query'], field: string): string | undefined {
  const given = query[field];
  if (given === undefined) return undefined;
  const moment = new Date(given);
  if (Number.isNaN(moment.getTime())) throw createInvalidRequestError('INVALID_TIME', 'Times are in RFC 3339.', field);
  return moment.toISOString();
}
