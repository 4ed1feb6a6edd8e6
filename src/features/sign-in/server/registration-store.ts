import type { Insertable } from 'kysely';
import { standingBySender } from '#features/accounts/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { tokenHash } from '#platform/server/crypto/tokens.ts';
import type { Reading, Tables, Writing } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates.ts';

type NewRegistration = Insertable<Tables['registration']>;

export async function recordRegistration(tx: Writing, registration: NewRegistration): Promise<void> {
  await tx.insertInto('registration').values(registration).execute();
}

export const findRegistration = (db: Reading, token: string) =>
  db.selectFrom('registration').selectAll().where('token_hash', '=', tokenHash(token)).executeTakeFirst();

/** The last registration of an address that still waits to be confirmed. */
export const newestRegistration = (db: Reading, emailKey: string, now: Instant) =>
  db
    .selectFrom('registration')
    .selectAll()
    .where('email_key', '=', emailKey)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Ends every registration of an address, since it has become an account: the links say so, and no password stays. */
export async function endRegistrations(tx: Writing, emailKey: string, now: Instant): Promise<void> {
  await tx
    .updateTable('registration')
    .set({ used_at: now, password_hash: '' })
    .where('email_key', '=', emailKey)
    .where('used_at', 'is', null)
    .execute();
}

type NewInvitation = Insertable<Tables['invitation']>;

/** Writes an invitation down in place of an earlier one that the same person hasn't used. */
export async function recordInvitation(tx: Writing, invitation: NewInvitation): Promise<void> {
  await tx
    .deleteFrom('invitation')
    .where('email_key', '=', invitation.email_key)
    .where('used_at', 'is', null)
    .execute();
  await tx.insertInto('invitation').values(invitation).execute();
}

/** One that was withdrawn, or whose sender couldn’t send it now, is as if it had never been sent. */
export async function findInvitation(db: Reading, token: string) {
  const found = await db
    .selectFrom('invitation')
    .selectAll()
    .where('token_hash', '=', tokenHash(token))
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return found && (found.used_at !== null || (await standingBySender(db)(found))) ? found : undefined;
}

export const invitationById = (db: Reading, id: Id) =>
  db.selectFrom('invitation').selectAll().where('id', '=', id).executeTakeFirst();

/** False when it has been used already, was withdrawn, is too old, or its sender couldn’t send it now. */
export async function takeInvitation(tx: Writing, id: Id, now: Instant): Promise<boolean> {
  const found = await invitationById(tx, id);
  if (!found || !(await standingBySender(tx)(found))) return false;
  const { numUpdatedRows } = await tx
    .updateTable('invitation')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Those who have confirmed their address and wait, longest first. */
export const usersAwaiting = (db: Reading) =>
  db
    .selectFrom('user')
    .select(['id', 'firstname', 'lastname', 'email', 'created_at'])
    .where('status', '=', 'awaiting')
    .orderBy('created_at')
    .orderBy('id')
    .execute();

type Standing = Tables['user']['status'];

/** Moves a user from one standing to another. False when they weren't in it: another admin was quicker. */
export async function changeStanding(
  tx: Writing,
  { id, from, to, now }: { id: Id; from: readonly Standing[]; to: Standing; now: Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user')
    .set({ status: to, updated_at: now })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Forgets what is past its time: links, invitations, unconfirmed registrations, allowances worked off. */
export async function forgetExpired(tx: Writing, now: Instant): Promise<void> {
  await tx.deleteFrom('registration').where('expires_at', '<=', now).execute();
  await tx.deleteFrom('allowance').where('free_at', '<=', now).execute();
  // Kept for a month after, so that an old link can say what it was
  const longPast = new Date(Date.parse(now) - 30 * 24 * 60 * 60_000).toISOString();
  await tx.deleteFrom('invitation').where('expires_at', '<=', longPast).execute();
  await tx.deleteFrom('single_use_link').where('expires_at', '<=', longPast).execute();
}
