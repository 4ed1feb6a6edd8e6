import { createHash } from 'node:crypto';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { addMs, subtractMs } from '#platform/shared/dates/durations.ts';
import type { DbReader, DbTransaction } from '../database/index.ts';
import { TooManyRequestsError } from '../http/errors/http-error.ts';
import { listNetworks } from '../http/request/client-address.ts';

/** A burst of attempts, then one more every `everyMs` milliseconds. */
interface Allowance {
  burst: number;
  everyMs: number;
}

/** The limit of one kind of attempts. */
export interface RateLimit extends Allowance {
  kind: string;
}

/** A rate limit of one subject, under a hashed name that doesn't reveal the subject. */
export interface RateLimitKey extends Allowance {
  name: string;
}

/**
 * Declares rate limits by kind. A kind is part of database row names, so it must not change, and no two limits share
 * one.
 */
export const declareRateLimits = <Kind extends string>(limits: Record<Kind, Allowance>): Record<Kind, RateLimit> =>
  Object.fromEntries(
    Object.entries<Allowance>(limits).map(([kind, allowance]) => [kind, { kind, ...allowance }]),
  ) as Record<Kind, RateLimit>;

/**
 * Returns the key that limits one subject: an account, a device or a network. `factor` multiplies the number of
 * attempts.
 */
const key = ({ kind, burst, everyMs }: RateLimit, subject: string, factor = 1): RateLimitKey => ({
  name: `${kind} ${createHash('sha256').update(subject).digest('base64url').slice(0, 32)}`,
  burst: burst * factor,
  everyMs: everyMs / factor,
});

/** Returns the keys for the networks of an address; `purpose` gives one use a separate count. */
const networkKeys = (limit: RateLimit, address: string, purpose = ''): RateLimitKey[] =>
  listNetworks(address).map(({ name, factor }) => key(limit, purpose === '' ? name : `${name} ${purpose}`, factor));

/**
 * Consumes one attempt from every key or, if one of them has none left, from no key. Returns how long to wait in
 * milliseconds (0 if allowed). The limits are stored in the database, so they hold across processes and restarts.
 */
async function tryConsume(tx: DbTransaction, keys: readonly RateLimitKey[], now: Instant): Promise<{ waitMs: number }> {
  const at = Date.parse(now);
  const before = await findFreeAt(tx, keys);
  const consumed: AllowanceTable[] = [];
  for (const { name, burst, everyMs } of keys) {
    // GCRA: `free_at` is the theoretical arrival time, at which the whole burst is available again
    const from = Math.max(Date.parse(before.get(name) ?? '') || 0, at);
    const waitMs = from - at - (burst - 1) * everyMs;
    if (waitMs > 0) return { waitMs };
    consumed.push({ name, free_at: addMs(new Date(from), everyMs) });
  }
  await record(tx, consumed);
  return { waitMs: 0 };
}

/**
 * Consumes one attempt from every key.
 * @throws TooManyRequestsError if a key has no attempt left; nothing is consumed then. `hint` says what else can be
 * done.
 */
async function consume(tx: DbTransaction, keys: readonly RateLimitKey[], now: Instant, hint?: string): Promise<void> {
  const { waitMs } = await tryConsume(tx, keys, now);
  if (waitMs > 0) throw new TooManyRequestsError(waitMs, hint);
}

/** Restores the attempt that was consumed from every key, because the attempt succeeded. */
async function restore(tx: DbTransaction, keys: readonly RateLimitKey[]): Promise<void> {
  const before = await findFreeAt(tx, keys);
  await record(
    tx,
    keys.flatMap(({ name, everyMs }) => {
      const taken = before.get(name);
      return taken === undefined ? [] : [{ name, free_at: subtractMs(taken, everyMs) }];
    }),
  );
}

/** Deletes the rows of limits that allow their whole burst again. */
async function deleteUnused(tx: DbTransaction, now: Instant): Promise<void> {
  await tx.deleteFrom('allowance').where('free_at', '<=', now).execute();
}

/** Counts attempts of people and networks in the database, for all processes together. */
export const rateLimits = { key, networkKeys, consume, tryConsume, restore, deleteUnused };

/** Limits one network's use of forms that store a message or send an email, such as registrations and corrections. */
export const { message: messageRateLimit } = declareRateLimits({ message: { burst: 20, everyMs: 30_000 } });

interface AllowanceTable {
  name: string;
  /** The time at which the whole burst is available again. */
  free_at: Instant;
}

declare module '../database/core/schema.ts' {
  interface Tables {
    allowance: AllowanceTable;
  }
}

/** Finds the time at which each used limit is full again, by key name. */
async function findFreeAt(db: DbReader, keys: readonly RateLimitKey[]): Promise<Map<string, Instant>> {
  const names = keys.map(({ name }) => name);
  if (names.length === 0) return new Map();
  const rows = await db.selectFrom('allowance').select(['name', 'free_at']).where('name', 'in', names).execute();
  return new Map(rows.map(({ name, free_at }) => [name, free_at]));
}

async function record(tx: DbTransaction, rows: readonly AllowanceTable[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('allowance')
    .values(rows)
    .onConflict((clash) => clash.column('name').doUpdateSet(({ ref }) => ({ free_at: ref('excluded.free_at') })))
    .execute();
}
