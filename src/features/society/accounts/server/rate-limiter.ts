import { createHash } from 'node:crypto';
import { type Database, type Writing, writePrivate } from '#platform/server/database/index.ts';
import { networksOf } from '#platform/server/http/request/client-address.ts';
import type { ConsumeMessageLimit } from '#platform/server/http/request/rate-limits.ts';
import type { Instant } from '#platform/shared/dates.ts';
import { earlier } from '#platform/shared/durations.ts';
import { consumeGcra, type RateLimit, rateLimits } from '../rate-limits.ts';

/** A rate limit of one subject, under a hashed name that doesn't reveal the subject. */
export interface RateLimitKey {
  name: string;
  allowance: RateLimit;
}

/** The allowance of one kind that belongs to `whose`: an account, a device, a network. `factor` multiplies it. */
export const rateLimitKey = (kind: keyof typeof rateLimits, whose: string, factor = 1): RateLimitKey => ({
  name: `${kind} ${createHash('sha256').update(whose).digest('base64url').slice(0, 32)}`,
  allowance: { burst: rateLimits[kind].burst * factor, everyMs: rateLimits[kind].everyMs / factor },
});

/** The allowances of one kind that the networks of an address have; `key` counts something in particular separately. */
export const networkBuckets = (kind: keyof typeof rateLimits, address: string, key = ''): RateLimitKey[] =>
  networksOf(address).map(({ name, factor }) => rateLimitKey(kind, key === '' ? name : `${name} ${key}`, factor));

/**
 * Consumes one attempt from every key, or from none, and returns how long to wait in milliseconds (0 when allowed).
 * Stored in the database, so it holds across processes and restarts.
 */
export async function consumeRateLimit(
  tx: Writing,
  buckets: readonly RateLimitKey[],
  now: Instant,
): Promise<{ waitMs: number }> {
  const at = Date.parse(now);
  const before = await freeAt(tx, buckets);
  const spent: AllowanceRow[] = [];
  for (const { name, allowance } of buckets) {
    const came = consumeGcra(Date.parse(before.get(name) ?? '') || 0, at, allowance);
    if ('waitMs' in came) return came;
    spent.push({ name, free_at: new Date(came.freeAt).toISOString() });
  }
  await record(tx, spent);
  return { waitMs: 0 };
}

/** Counts what each network sends through forms that anybody may use. */
export const createMessageRateLimiter =
  (db: Database): ConsumeMessageLimit =>
  (address, now) =>
    writePrivate(db, (tx) => consumeRateLimit(tx, networkBuckets('message', address), now));

/** Restores the attempt after it has succeeded. */
export async function restoreRateLimit(tx: Writing, buckets: readonly RateLimitKey[]): Promise<void> {
  const before = await freeAt(tx, buckets);
  const back = buckets.flatMap(({ name, allowance }) => {
    const taken = before.get(name);
    if (taken === undefined) return [];
    return [{ name, free_at: earlier(taken, allowance.everyMs) }];
  });
  await record(tx, back);
}

interface AllowanceRow {
  name: string;
  free_at: Instant;
}

/** When each used limit is full again, by key name. */
async function freeAt(tx: Writing, buckets: readonly RateLimitKey[]): Promise<Map<string, Instant>> {
  const names = buckets.map(({ name }) => name);
  if (names.length === 0) return new Map();
  const rows = await tx.selectFrom('allowance').select(['name', 'free_at']).where('name', 'in', names).execute();
  return new Map(rows.map(({ name, free_at }) => [name, free_at]));
}

async function record(tx: Writing, rows: readonly AllowanceRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('allowance')
    .values(rows)
    .onConflict((clash) => clash.column('name').doUpdateSet(({ ref }) => ({ free_at: ref('excluded.free_at') })))
    .execute();
}
