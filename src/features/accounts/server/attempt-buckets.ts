import { createHash } from 'node:crypto';
import type { Writing } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates.ts';
import { type Allowance, allowances, spend } from '../attempt-limits.ts';

/** Somebody's allowance, under a name that doesn't tell whose. */
export interface Bucket {
  name: string;
  allowance: Allowance;
}

/** The allowance of one kind that belongs to `whose`: an address, an account, a device. */
export const bucket = (kind: keyof typeof allowances, whose: string): Bucket => ({
  name: `${kind} ${createHash('sha256').update(whose).digest('base64url').slice(0, 32)}`,
  allowance: allowances[kind],
});

/**
 * Takes one attempt out of each bucket, or none and returns how long to wait, in milliseconds. Counted in the database,
 * so that it holds for all processes and over a restart.
 */
export async function takeFrom(tx: Writing, buckets: readonly Bucket[], now: Instant): Promise<{ waitMs: number }> {
  const at = Date.parse(now);
  const spent: { name: string; free_at: Instant }[] = [];
  for (const { name, allowance } of buckets) {
    const row = await tx.selectFrom('allowance').select('free_at').where('name', '=', name).executeTakeFirst();
    const came = spend(row ? Date.parse(row.free_at) : 0, at, allowance);
    if ('waitMs' in came) return came;
    spent.push({ name, free_at: new Date(came.freeAt).toISOString() });
  }
  for (const row of spent) {
    await tx
      .insertInto('allowance')
      .values(row)
      .onConflict((clash) => clash.column('name').doUpdateSet({ free_at: row.free_at }))
      .execute();
  }
  return { waitMs: 0 };
}

/** Puts back what an attempt took that turned out right. */
export async function putBack(tx: Writing, buckets: readonly Bucket[]): Promise<void> {
  for (const { name, allowance } of buckets) {
    const row = await tx.selectFrom('allowance').select('free_at').where('name', '=', name).executeTakeFirst();
    if (!row) continue;
    const free_at = new Date(Date.parse(row.free_at) - allowance.everyMs).toISOString();
    await tx.updateTable('allowance').set({ free_at }).where('name', '=', name).execute();
  }
}
