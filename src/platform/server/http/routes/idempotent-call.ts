import type { FastifyRequest } from 'fastify';
import type { CallSchemas } from '#platform/shared/calls/calls.ts';
import { idempotencyKeyHeader } from '#platform/shared/calls/headers.ts';
import type { Database } from '../../database/index.ts';
import type { Upload } from '../request/uploads.ts';
import type { CallOptions } from './call.ts';
import {
  createIdempotentWrite,
  findStoredResponse,
  hashRequest,
  type IdempotentWrite,
  parseIdempotencyKey,
} from './idempotency-store.ts';
import type { PageRequest } from './page.ts';

/**
 * Checks that a call may be declared `once`. Anybody who has the key gets the stored response, so pages aren't stored,
 * and visitors who aren't signed in get only a message.
 * @throws Error if the call would store more than that
 */
export function assertIdempotentDeclaration(
  path: string,
  { access }: Pick<CallOptions<never>, 'access'>,
  { answers, content }: CallSchemas,
): void {
  if (content) throw new Error(`${path} can’t be done once: no page is kept`);
  if (answers && !access.members)
    throw new Error(`${path} can’t be done once: it answers visitors with more than words`);
}

/**
 * Returns a request's idempotency key; undefined if it has none.
 * @throws HttpError 400 if the key is malformed
 */
export function readIdempotencyKey({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const header = headers[idempotencyKeyHeader];
  return header ? parseIdempotencyKey(`${header}`) : undefined;
}

/**
 * Runs a call declared `once`. If there is a stored response, returns it without running the call, because the call's
 * checks might fail now. A request without files has the same hash as in earlier versions, whose responses may still be
 * stored.
 */
export async function runOnce<Result>(
  db: Database,
  { method, url, routeOptions, body }: FastifyRequest,
  { visitor, now, files, key }: PageRequest<unknown> & { files: readonly Upload[]; key: string | undefined },
  run: (also: { once: IdempotentWrite }) => Result | Promise<Result>,
): Promise<Result> {
  const call = `${method} ${routeOptions.url}`;
  const sentFiles = files.map(({ field, name, arrival }) => [field, name, arrival.key] as const);
  const sent_hash = hashRequest({ url, body, ...(files.length > 0 ? { files: sentFiles } : {}) });
  const keyed = key === undefined ? undefined : { user_id: visitor.id, call, key, sent_hash };
  const first = keyed && (await findStoredResponse(db.read, keyed));
  // The stored response belongs to the same call, so it has the same type
  if (first) return first as Result;
  let used = false;
  const once: IdempotentWrite = (work) => {
    used = true;
    return createIdempotentWrite(db, keyed, now)(work);
  };
  const result = await run({ once });
  if (!used) throw new Error(`${call} is declared once, and did its work in another way`);
  return result;
}
