import type { ExpressionBuilder, Insertable } from 'kysely';
import type { Id } from '#platform/server/crypto/ids.ts';
import { hashToken } from '#platform/server/crypto/secrets.ts';
import type { DbReader, DbTransaction, Tables } from '#platform/server/database/index.ts';
import type { CalendarDate, Instant } from '#platform/shared/dates/dates.ts';
import { listAssignableRoles, type Role, resolvePermissions } from '../roles.ts';
import { findUser, findUserByEmail, hasAdmin, isActiveAccount, listPermissionOverrides } from './store.ts';
import type { UserTable } from './tables.ts';

/**
 * Creates a function that checks if an invitation's sender may still give its role. Without this check, an old link
 * could give a role that its sender may no longer give. Each sender is looked up only once.
 */
export function createInviterCheck(
  db: DbReader,
): (invitation: { invited_by: string | null; role: Role }) => Promise<boolean> {
  const rolesByUser = new Map<string, Promise<readonly Role[]>>();
  return async ({ invited_by, role }) => {
    // The link that the server prints creates the first admin, but never a second one
    if (invited_by === null) return !(await hasAdmin(db));
    const roles = rolesByUser.get(invited_by) ?? listGivableRoles(db, invited_by);
    rolesByUser.set(invited_by, roles);
    return (await roles).includes(role);
  };
}

/**
 * Lists the roles that a user may give in invitations; none if the account isn't active, or the user may not use Admin
 * Tools.
 */
async function listGivableRoles(db: DbReader, userId: string): Promise<readonly Role[]> {
  const user = await findUser(db, userId);
  if (!user || !isActiveAccount(user)) return [];
  return resolvePermissions(user.role, await listPermissionOverrides(db, userId)).admin
    ? listAssignableRoles(user.role)
    : [];
}

type InvitationExpression = ExpressionBuilder<Tables, 'invitation'>;

/** SQL: true if the invitation is neither used nor withdrawn. */
const isUnused = (eb: InvitationExpression) => eb.and([eb('used_at', 'is', null), eb('withdrawn_at', 'is', null)]);

/** SQL: true if the invited address has no account. An account can have got the address without the invitation. */
const hasNoAccount = (eb: InvitationExpression) =>
  eb('email_key', 'not in', eb.selectFrom('user').select('user.email_key'));

/** Returns SQL that is true if the invitation can be accepted at `now`, unless its sender may no longer give its role. */
const isOpenAt = (now: Instant) => (eb: InvitationExpression) =>
  eb.and([isUnused(eb), hasNoAccount(eb), eb('expires_at', '>', now)]);

type NewInvitation = Insertable<Tables['invitation']>;

/**
 * Stores an invitation, and deletes earlier unused invitations to the same address (with `before`, only those created
 * before that time). Returns the roles of deleted invitations that were still valid, so that the caller can refuse to
 * replace invitations that the inviter may not withdraw.
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
  const isInviterAllowed = createInviterCheck(tx);
  const roles: Role[] = [];
  for (const previous of replaced) {
    const isOpen = previous.withdrawn_at === null && previous.expires_at > invitation.created_at;
    if (isOpen && (await isInviterAllowed(previous))) roles.push(previous.role);
  }
  return roles;
}

/**
 * Finds an invitation by its token. It counts as used once its address has an account, however that account came about.
 * Returns undefined if it was withdrawn, or if it is unused and its sender may no longer give its role.
 */
export async function findInvitationByToken(db: DbReader, token: string) {
  const found = await db
    .selectFrom('invitation')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  if (!found || found.used_at !== null) return found;
  const owner = await findUserByEmail(db, found.email);
  if (owner) return { ...found, used_at: owner.created_at };
  return (await createInviterCheck(db)(found)) ? found : undefined;
}

/**
 * Marks an invitation as used. Returns false if there is no such invitation, if it is used, withdrawn or expired, if its
 * address has an account, or if its sender may no longer give its role.
 */
export async function consumeInvitation(tx: DbTransaction, id: Id, now: Instant): Promise<boolean> {
  const found = await tx
    .selectFrom('invitation')
    .select(['invited_by', 'role'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found || !(await createInviterCheck(tx)(found))) return false;
  const { numUpdatedRows } = await tx
    .updateTable('invitation')
    .set({ used_at: now })
    .where('id', '=', id)
    .where(isOpenAt(now))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Marks the unused invitations of an address as used, because its owner has registered without them. Otherwise their
 * links could still create an account for somebody else, and no list would show them.
 */
export async function closeInvitations(tx: DbTransaction, emailKey: string, now: Instant): Promise<void> {
  await tx.updateTable('invitation').set({ used_at: now }).where('email_key', '=', emailKey).where(isUnused).execute();
}

/**
 * Lists the invitations that are neither used nor withdrawn, without the link that the server prints and without those
 * to addresses that have an account. The list is short, because invitations are deleted a month after they expire.
 */
export const listUnusedInvitations = (
  db: DbReader,
  { by, descending }: { by: 'email' | 'sent'; descending: boolean },
) =>
  db
    .selectFrom('invitation')
    .select(['id', 'firstname', 'lastname', 'email', 'role', 'invited_by', 'created_at', 'expires_at'])
    .where(isUnused)
    .where(hasNoAccount)
    .where('email', '<>', '')
    .orderBy(by === 'email' ? 'email_key' : 'created_at', descending ? 'desc' : 'asc')
    .orderBy('id')
    .execute();

/** Returns the addresses in `keys` (normalised) that have a valid invitation. */
export async function findInvitedEmails(db: DbReader, keys: readonly string[], now: Instant): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const invitations = await db
    .selectFrom('invitation')
    .select(['email_key', 'role', 'invited_by'])
    .where('email_key', 'in', keys)
    .where(isOpenAt(now))
    .execute();
  const isOpen = createInviterCheck(db);
  const invited = new Set<string>();
  for (const invitation of invitations) if (await isOpen(invitation)) invited.add(invitation.email_key);
  return invited;
}

/** Lists the names in the used invitations of an address. */
export async function listInvitedNames(db: DbReader, emailKey: string): Promise<string[]> {
  const invited = await db
    .selectFrom('invitation')
    .select(['firstname', 'lastname'])
    .where('email_key', '=', emailKey)
    .where('used_at', 'is not', null)
    .execute();
  return invited.map(({ firstname, lastname }) => `${firstname} ${lastname}`.trim());
}

/** Returns true if there is at most one account, and no open invitation that could create another. */
export async function hasNoOtherAccountOrInvitation(db: DbReader, now: Instant): Promise<boolean> {
  const users = await db.selectFrom('user').select('id').limit(2).execute();
  if (users.length > 1) return false;
  const invitation = await db
    .selectFrom('invitation')
    .select('id')
    // The link that the server prints has no address, and creates only the first admin
    .where('email', '<>', '')
    .where(isOpenAt(now))
    .limit(1)
    .executeTakeFirst();
  return invitation === undefined;
}

/** Withdraws an invitation and returns its recipient; undefined if it was used or already withdrawn. */
export const withdrawInvitation = (tx: DbTransaction, id: Id, now: Instant) =>
  tx
    .updateTable('invitation')
    .set({ withdrawn_at: now })
    .where('id', '=', id)
    .where(isUnused)
    .returning(['firstname', 'lastname', 'email', 'role', 'expires_at'])
    .executeTakeFirst();

/**
 * Restores a withdrawn invitation and returns its recipient; undefined if it isn't withdrawn. `by` becomes its sender.
 */
export const restoreInvitation = (tx: DbTransaction, id: Id, by: Id) =>
  tx
    .updateTable('invitation')
    .set({ withdrawn_at: null, invited_by: by })
    .where('id', '=', id)
    .where('withdrawn_at', 'is not', null)
    .returning(['firstname', 'lastname', 'email', 'role', 'expires_at'])
    .executeTakeFirst();

type NewRegistration = Insertable<Tables['registration']>;

export async function createRegistration(tx: DbTransaction, registration: NewRegistration): Promise<void> {
  await tx.insertInto('registration').values(registration).execute();
}

export const findRegistration = (db: DbReader, token: string) =>
  db.selectFrom('registration').selectAll().where('token_hash', '=', hashToken(token)).executeTakeFirst();

/** Finds the latest registration of an address that is neither confirmed nor expired. */
export const findLatestOpenRegistration = (db: DbReader, emailKey: string, now: Instant) =>
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

/** Marks all registrations of an address as used once it has an account, and clears their password hashes. */
export async function closeRegistrations(tx: DbTransaction, emailKey: string, now: Instant): Promise<void> {
  await tx
    .updateTable('registration')
    .set({ used_at: now, password_hash: '' })
    .where('email_key', '=', emailKey)
    .where('used_at', 'is', null)
    .execute();
}

/** An account that was just created, with a confirmed address. */
export type NewAccount = Pick<UserTable, 'id' | 'email' | 'firstname' | 'lastname'>;

export type AccountCreatedHandler = (
  tx: DbTransaction,
  user: NewAccount,
  when: { today: CalendarDate; now: Instant },
) => Promise<void>;

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** Handlers that run in the transaction that creates an account. */
    newcomers: readonly AccountCreatedHandler[];
  }
}
