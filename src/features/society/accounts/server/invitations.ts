import type { Insertable } from 'kysely';
import type { Id } from '#platform/server/crypto/ids.ts';
import { tokenHash } from '#platform/server/crypto/tokens.ts';
import type { DbReader, DbTransaction, Tables } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { type Role, roles } from '../roles.ts';
import { createInviterCheck } from './inviter-check.ts';

type NewInvitation = Insertable<Tables['invitation']>;

/**
 * Stores an invitation, and replaces unused ones of the same person; of these, only those made `before` a time. Returns
 * the roles of replaced ones that were still good: without the right to withdraw those, nobody may do this either.
 */
export async function createInvitation(
  tx: DbTransaction,
  invitation: NewInvitation,
  { before }: { before?: Instant } = {},
): Promise<Role[]> {
  const unused = tx.deleteFrom('invitation').where('email_key', '=', invitation.email_key).where('used_at', 'is', null);
  const replaced = await (before === undefined ? unused : unused.where('created_at', '<', before))
    .returning(['role', 'invited_by', 'withdrawn_at', 'expires_at'])
    .execute();
  await tx.insertInto('invitation').values(invitation).execute();
  const isGood = createInviterCheck(tx);
  const roles: Role[] = [];
  for (const one of replaced) {
    const isOpen = one.withdrawn_at === null && one.expires_at > invitation.created_at;
    if (isOpen && (await isGood(one))) roles.push(one.role);
  }
  return roles;
}

/** Undefined for an invitation that was withdrawn or whose sender may no longer assign its role. */
export async function findInvitationByToken(db: DbReader, token: string) {
  const found = await db
    .selectFrom('invitation')
    .selectAll()
    .where('token_hash', '=', tokenHash(token))
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return found && (found.used_at !== null || (await createInviterCheck(db)(found))) ? found : undefined;
}

export const findInvitationById = (db: DbReader, id: Id) =>
  db.selectFrom('invitation').selectAll().where('id', '=', id).executeTakeFirst();

/** False when it is used, withdrawn or too old, or its sender may no longer send it. */
export async function consumeInvitation(tx: DbTransaction, id: Id, now: Instant): Promise<boolean> {
  const found = await findInvitationById(tx, id);
  if (!found || !(await createInviterCheck(tx)(found))) return false;
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

/** Lists unused invitations in the requested order. Not paged: expired ones are deleted, so there are few. */
export const listOpenInvitations = (db: DbReader, { by, descending }: { by: 'email' | 'sent'; descending: boolean }) =>
  db
    .selectFrom('invitation')
    .select(['id', 'firstname', 'lastname', 'email', 'role', 'invited_by', 'created_at', 'expires_at'])
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('email', '<>', '')
    .orderBy(by === 'email' ? 'email_key' : 'created_at', descending ? 'desc' : 'asc')
    .orderBy('id')
    .execute();

/** Finds those of these addresses that have a valid invitation. */
export async function findInvitedEmails(db: DbReader, keys: readonly string[], now: Instant): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const invitations = await db
    .selectFrom('invitation')
    .select(['email_key', 'role', 'invited_by'])
    .where('email_key', 'in', keys)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  const isOpen = createInviterCheck(db);
  const invited = new Set<string>();
  for (const invitation of invitations) if (await isOpen(invitation)) invited.add(invitation.email_key);
  return invited;
}

/** The names under which an address was invited and has come. */
export async function listInvitedNames(db: DbReader, emailKey: string): Promise<string[]> {
  const invited = await db
    .selectFrom('invitation')
    .select(['firstname', 'lastname'])
    .where('email_key', '=', emailKey)
    .where('used_at', 'is not', null)
    .execute();
  return invited.map(({ firstname, lastname }) => `${firstname} ${lastname}`.trim());
}

/** Returns true if there is at most one account, and nobody was invited to a second. */
export async function isOnlyAccount(db: DbReader): Promise<boolean> {
  const users = await db.selectFrom('user').select('id').limit(2).execute();
  return users.length < 2 && !(await hasOpenInvitation(db, roles));
}

/** Returns true if an invitation in one of these roles is still unused, other than the link that the server prints. */
export async function hasOpenInvitation(db: DbReader, roles: readonly Role[]): Promise<boolean> {
  const invited = db
    .selectFrom('invitation')
    .select('id')
    .where('role', 'in', roles)
    .where('email', '<>', '')
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null);
  return (await invited.limit(1).executeTakeFirst()) !== undefined;
}

/** Withdraws an invitation and returns its recipient; undefined when it was used or already withdrawn. */
export const withdrawInvitation = (tx: DbTransaction, id: Id, now: Instant) =>
  tx
    .updateTable('invitation')
    .set({ withdrawn_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returning(['firstname', 'lastname', 'email', 'role'])
    .executeTakeFirst();

/**
 * Restores a withdrawn invitation on behalf of `by` and returns its recipient; undefined when a newer one exists or it
 * isn't withdrawn.
 */
export const restoreInvitation = (tx: DbTransaction, id: Id, by: Id) =>
  tx
    .updateTable('invitation')
    .set({ withdrawn_at: null, invited_by: by })
    .where('id', '=', id)
    .where('withdrawn_at', 'is not', null)
    .returning(['firstname', 'lastname', 'email', 'role'])
    .executeTakeFirst();
