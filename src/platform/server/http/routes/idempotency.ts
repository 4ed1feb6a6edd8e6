import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type CallResponse, idempotencyKeyHeader, type SuccessResponse } from '#platform/shared/calls/call-response.ts';
import type { CallSchemas } from '#platform/shared/calls/calls.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { type Database, type DbReader, type DbTransaction, write } from '../../database/index.ts';
import { refuse } from '../errors/http-error.ts';
import type { Upload } from '../request/uploads.ts';
import type { AccessRule } from '../request/visitor.ts';
import type { PageRequest } from './page.ts';

/** The response to the first call under an idempotency key. */
export interface StoredResponseTable {
  /** The user who made the call; "" for a visitor who wasn't signed in. */
  user_id: string;
  /** The call's method and path, as declared. */
  call: string;
  key: string;
  /** A hash of the body, its files and the URL. A different request under the same key is refused. */
  sent_hash: string;
  /** The response as JSON; "" only inside the transaction that computes it. */
  answer: string;
  answered_at: string;
}

declare module '../../database/core/schema.ts' {
  interface Tables {
    first_answer: StoredResponseTable;
  }
}

/** A request with an idempotency key: its user, its call, and the hash of what was sent. */
export type IdempotentRequest = Omit<StoredResponseTable, 'answer' | 'answered_at'>;

/** A file of a request: the names of its field and of the file, and the hash of its content. */
export type SubmittedFile = readonly [field: string, name: string, contentHash: string];

/**
 * Runs a call's work so that it takes effect once per idempotency key, and stores the response in the same transaction.
 * Repeats get the stored response. Refusals and conflicts aren't stored. Like `write`, this may run `work` again if the
 * transaction fails.
 */
export type IdempotentWrite = <Given extends CallResponse>(
  work: (tx: DbTransaction) => Promise<Given>,
) => Promise<Given>;

/**
 * The maximum length of a stored response in characters. Most contain only a message and ids. The longest are the text
 * of a Word document and the details of a hundred uploaded pictures.
 */
const maxResponseLength = 2_000_000;

/**
 * The maximum number of responses stored for one user, and of their characters together. A browser waits for only a few
 * responses at a time. The user's data download, which is built in memory, contains all of them.
 */
const maxResponsesPerUser = 1000;
const maxCharactersPerUser = 10_000_000;

/** Matches a key. Quotation marks belong to the header, not to the key, and clients may leave them out. */
const asKey = /^("?)([\w.~-]{16,64})\1$/;

/**
 * Parses an idempotency key.
 *
 * @throws HttpError 400 if it isn't valid
 */
function parseIdempotencyKey(header: string): string {
  const key = asKey.exec(header)?.[2];
  return (
    key ??
    refuse(400, 'An Idempotency-Key must have 16 to 64 characters: letters, digits, hyphens, full stops, _ or ~.')
  );
}

/** Hashes the body and the URL of a request, and the names and contents of its files if there are any. */
export const hashRequest = (sent: { url: string; body: unknown; files?: readonly SubmittedFile[] }): string =>
  createHash('sha256').update(JSON.stringify(sent)).digest('base64url');

/**
 * Finds the stored response to an earlier request with this key; undefined if there is none.
 *
 * @throws HttpError 422 if the key was used for a different request
 */
async function findStoredResponse(
  db: DbReader,
  { user_id, call, key, sent_hash }: IdempotentRequest,
): Promise<SuccessResponse | undefined> {
  const first = await db
    .selectFrom('first_answer')
    .select(['sent_hash', 'answer'])
    .where('user_id', '=', user_id)
    .where('call', '=', call)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!first) return undefined;
  if (first.sent_hash !== sent_hash) {
    refuse(
      422,
      'Something different has already been sent with the same key. Check whether what was sent first is what you meant. If not, send this again.',
    );
  }
  return JSON.parse(first.answer);
}

/** Creates the `once` function of a call. Without a key, the work runs each time. */
export function createIdempotentWrite(
  db: Database,
  keyed: IdempotentRequest | undefined,
  now: Instant,
): IdempotentWrite {
  return (work) => write(db, keyed ? (tx) => runAndStoreResponse(tx, keyed, now, work) : work);
}

/**
 * Runs the work and stores its response, unless there is one already. The key is inserted first, so that on either
 * engine a repeated request waits for this transaction and then finds the stored response.
 */
async function runAndStoreResponse<Given extends CallResponse>(
  tx: DbTransaction,
  keyed: IdempotentRequest,
  now: Instant,
  work: (tx: DbTransaction) => Promise<Given>,
): Promise<Given> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('first_answer')
    .values({ ...keyed, answer: '', answered_at: now })
    .onConflict((clash) => clash.columns(['user_id', 'call', 'key']).doNothing())
    .executeTakeFirst();
  // The stored response belongs to the same call, so it has the same type
  if (numInsertedOrUpdatedRows === 0n) return (await findStoredResponse(tx, keyed)) as Given & SuccessResponse;
  const result = await work(tx);
  if (result.code !== 200) {
    await tx
      .deleteFrom('first_answer')
      .where('user_id', '=', keyed.user_id)
      .where('call', '=', keyed.call)
      .where('key', '=', keyed.key)
      .execute();
    return result;
  }
  const answer = JSON.stringify(result);
  if (answer.length > maxResponseLength) throw new Error(`the answer of ${keyed.call} is too long to be stored`);
  await tx
    .updateTable('first_answer')
    .set({ answer })
    .where('user_id', '=', keyed.user_id)
    .where('call', '=', keyed.call)
    .where('key', '=', keyed.key)
    .execute();
  if (keyed.user_id !== '') await deleteSurplusResponses(tx, keyed);
  return result;
}

/**
 * Deletes a user's oldest responses if there are more than the maximum, or they are too long together. The response to
 * this request stays.
 */
async function deleteSurplusResponses(tx: DbTransaction, { user_id, call, key }: IdempotentRequest): Promise<void> {
  const newestFirst = await tx
    .selectFrom('first_answer')
    .select(({ fn }) => ['answered_at', fn<number>('length', ['answer']).as('length')])
    .where('user_id', '=', user_id)
    .orderBy('answered_at', 'desc')
    .execute();
  let characters = 0;
  const surplus = newestFirst.find(({ length }, at) => {
    characters += length;
    return at >= maxResponsesPerUser || characters > maxCharactersPerUser;
  });
  if (!surplus) return;
  await tx
    .deleteFrom('first_answer')
    .where('user_id', '=', user_id)
    .where('answered_at', '<=', surplus.answered_at)
    .where(({ or, eb }) => or([eb('call', '!=', call), eb('key', '!=', key)]))
    .execute();
}

/**
 * The number of days for which responses are stored. A browser uses an idempotency key for one day, so older responses
 * aren't needed.
 */
export const responseRetentionDays = 2;

/** Deletes responses that were stored before the given time. */
export async function deleteOldResponses(tx: DbTransaction, before: Instant): Promise<void> {
  await tx.deleteFrom('first_answer').where('answered_at', '<', before).execute();
}

/** Lists a user's recent responses that were stored under keys. */
export const listStoredResponsesForUser = (db: DbReader, userId: string) =>
  db
    .selectFrom('first_answer')
    .select(['call', 'answer', 'answered_at'])
    .where('user_id', '=', userId)
    .orderBy('answered_at')
    .orderBy('key')
    .execute();

/** Deletes a user's stored responses when the account is deleted. */
export async function deleteResponsesForUser(tx: DbTransaction, userId: string): Promise<void> {
  await tx.deleteFrom('first_answer').where('user_id', '=', userId).execute();
}

/**
 * Checks that a call may be declared `once`. It may not return a page, because pages aren't stored. If visitors who
 * aren't signed in may make it, it may return only a message, because they share one set of keys.
 *
 * @throws Error otherwise
 */
export function assertIdempotentDeclaration(
  path: string,
  { access }: { access: AccessRule<never> },
  { answers, content }: CallSchemas,
): void {
  if (content) throw new Error(`${path} can’t be declared once: its page isn’t stored`);
  if (answers && !access.members)
    throw new Error(`${path} can’t be declared once: visitors would get more than a message`);
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
export async function runIdempotentCall<Result>(
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
  if (!used) throw new Error(`${call} is declared with “once”, but didn’t call once()`);
  return result;
}
