import { type SqlBool, sql } from 'kysely';
import { recordAudit } from '#platform/server/audit/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, updateVersionedRow } from '#platform/server/database/index.ts';
import type { FindAuditSubjects } from '#platform/server/feature/audit-actions.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { queueJob } from '#platform/server/jobs/job-store.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { foldText } from '#platform/shared/text/text.ts';
import { normaliseEmail, parseEmailList } from '../contract.ts';
import type { PermissionOverride, Role } from '../roles.ts';
import type { ErasureTable, UserTable } from './tables.ts';

/** Finds the names of members for the audit log. */
export const findUserAuditSubjects: FindAuditSubjects = async (db, ids) => {
  const users = db.selectFrom('user').select(['id', 'firstname', 'lastname']);
  const found = await (ids ? users.where('id', 'in', ids) : users).execute();
  return found.map(({ id, firstname, lastname }) => ({ id, name: `${firstname} ${lastname}`.trim() }));
};

export const findUser = (db: DbReader, id: Id) =>
  db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst();

export const findUserByEmail = (db: DbReader, email: string) =>
  db.selectFrom('user').selectAll().where('email_key', '=', normaliseEmail(email)).executeTakeFirst();

/** Thrown if a command on the server doesn't find an account, or if nobody could sign in to it; `message` says why. */
export class AccountError extends Error {}

/** @throws AccountError */
export const requireUserByEmail = async (db: DbReader, email: string) => {
  const user = await findUserByEmail(db, email);
  if (!user) throw new AccountError(`Nobody has an account with the address ${email}.`);
  return user;
};

/** Lists the email addresses of active admins. */
export async function listAdminEmails(db: DbReader): Promise<string[]> {
  const admins = db.selectFrom('user').select('email').where('role', '=', 'admin').where(isActiveAccountSql);
  return (await admins.orderBy('email_key').execute()).map(({ email }) => email);
}

/** Lists the addresses in a setting or, if it has none, those of active admins, so that the emails have a recipient. */
export async function listConfiguredOrAdminEmails(db: DbReader, setting: string): Promise<string[]> {
  const addresses = parseEmailList(setting);
  return addresses.length > 0 ? addresses : listAdminEmails(db);
}

/** Returns true if there is an active admin. */
export const hasAdmin = async (db: DbReader): Promise<boolean> => (await listAdminEmails(db)).length > 0;

/** Returns true if there are at least two active admins. */
export const hasSecondAdmin = async (db: DbReader): Promise<boolean> => (await listAdminEmails(db)).length > 1;

/** A new user. By default, the account is active and the role is member; other missing fields are empty. */
export type NewUser = Pick<UserTable, 'id' | 'email' | 'firstname' | 'lastname'> &
  Partial<Omit<UserTable, 'email_key' | 'search_key' | 'created_at' | 'updated_at' | 'version'>>;

/** Creates a user. Returns false if the address is taken. */
export async function createUser(tx: DbTransaction, user: NewUser, { now }: { now: Instant }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('user')
    .values({
      phone_number: '',
      e_con_name: '',
      reset_links_from: '',
      e_con_phone: '',
      password_hash: '',
      role: 'member',
      status: 'active',
      told_of_posts: 0,
      last_signed_in_at: null,
      ...user,
      email_key: normaliseEmail(user.email),
      search_key: buildSearchKey(user),
      created_at: now,
      updated_at: now,
      version: 1,
    })
    .onConflict((clash) => clash.column('email_key').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Lists the permissions that an admin has overridden for a user. */
export async function listPermissionOverrides(db: DbReader, userId: Id): Promise<PermissionOverride[]> {
  const rows = await db.selectFrom('user_item').select(['item', 'allowed']).where('user_id', '=', userId).execute();
  return rows.map(({ item, allowed }) => ({ item, allowed: allowed === 1 }));
}

interface SavedAccess {
  id: Id;
  role: Role;
  /** The overridden permissions; they replace all earlier ones. */
  changes: readonly PermissionOverride[];
  now: Instant;
  version?: number;
  /** The user who makes the change; omitted for a command on the server. */
  by?: Id;
}

/**
 * Sets a user's role and permissions, and returns the new version. If somebody else has changed them since `version`,
 * changes nothing and returns undefined.
 */
export async function saveAccess(
  tx: DbTransaction,
  { id, role, changes, now, version, by }: SavedAccess,
): Promise<number | undefined> {
  const update = tx.updateTable('user').set({ role, updated_at: now }).where('id', '=', id);
  const saved = await updateVersionedRow(update, version, { by });
  if (!saved) return undefined;
  await tx.deleteFrom('user_item').where('user_id', '=', id).execute();
  const rows = changes.map(({ item, allowed }) => ({ user_id: id, item, allowed: allowed ? 1 : 0 }) as const);
  if (rows.length > 0) await tx.insertInto('user_item').values(rows).execute();
  return saved;
}

/** Turns emails about new posts of a user's shows on or off. */
export async function setPostNotifications(tx: DbTransaction, id: Id, told: boolean, now: Instant): Promise<void> {
  await tx
    .updateTable('user')
    .set({ told_of_posts: told ? 1 : 0, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Sets a user's password hash. If `from` is given and isn't the current hash, changes nothing and returns false. */
export async function setPasswordHash(
  tx: DbTransaction,
  { id, hash, from }: { id: Id; hash: string; from?: string },
): Promise<boolean> {
  const change = tx.updateTable('user').set({ password_hash: hash }).where('id', '=', id);
  const { numUpdatedRows } = await (from === undefined
    ? change
    : change.where('password_hash', '=', from)
  ).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lists all accounts, or those with the given ids, with their password hashes, in order of address. */
export function listAccountsWithPasswordHashes(db: DbReader, ids?: readonly Id[]) {
  const users = db.selectFrom('user').select(['id', 'email', 'status', 'password_hash']).orderBy('email_key');
  return (ids === undefined ? users : users.where('id', 'in', ids)).execute();
}

/** Changes a user's details or status. */
export async function updateUser(
  tx: DbTransaction,
  {
    id,
    now,
    ...change
  }: { id: Id; now: Instant } & Partial<
    Pick<UserTable, 'firstname' | 'lastname' | 'phone_number' | 'e_con_name' | 'e_con_phone' | 'status'>
  >,
): Promise<void> {
  const changed = await tx
    .updateTable('user')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .returning(['firstname', 'lastname', 'email'])
    .executeTakeFirst();
  if (!changed || (change.firstname === undefined && change.lastname === undefined)) return;
  await tx
    .updateTable('user')
    .set({ search_key: buildSearchKey(changed) })
    .where('id', '=', id)
    .execute();
}

/**
 * Changes an account's email address. Returns false if another account has that address, or if there is no such
 * account.
 */
export async function changeEmail(
  tx: DbTransaction,
  { id, email, now, resetLinksFrom = '' }: { id: Id; email: string; now: Instant; resetLinksFrom?: Instant },
): Promise<boolean> {
  const owner = await findUserByEmail(tx, email);
  if (owner && owner.id !== id) return false;
  const user = await findUser(tx, id);
  if (!user) return false;
  const changed = {
    email,
    email_key: normaliseEmail(email),
    search_key: buildSearchKey({ ...user, email }),
    updated_at: now,
    reset_links_from: resetLinksFrom,
  };
  await tx.updateTable('user').set(changed).where('id', '=', id).execute();
  return true;
}

/** Builds the folded text by which users are found in searches, and sorted. */
const buildSearchKey = ({ firstname, lastname, email }: Pick<UserTable, 'firstname' | 'lastname' | 'email'>): string =>
  foldText(`${firstname} ${lastname} ${email}`);

/** Returns true if there is any account, invitation or registration. */
export async function hasAnyAccountOrRequest(db: DbReader): Promise<boolean> {
  for (const table of ['user', 'invitation', 'registration'] as const) {
    const one = db.selectFrom(table).select(({ lit }) => lit(1).as('row'));
    if (await one.limit(1).executeTakeFirst()) return true;
  }
  return false;
}

/** Lists the names of all other accounts. */
export async function listOtherUserNames(db: DbReader, id: Id): Promise<Set<string>> {
  const users = await db.selectFrom('user').select(['firstname', 'lastname']).where('id', '<>', id).execute();
  return new Set(users.map(({ firstname, lastname }) => `${firstname} ${lastname}`.trim()));
}

/** Returns the addresses in `keys` (normalised) that have an account. */
export async function findEmailsWithAccount(db: DbReader, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const users = await db.selectFrom('user').select('email_key').where('email_key', 'in', keys).execute();
  return new Set(users.map(({ email_key }) => email_key));
}

/** Selects all users, with the columns that other features may use: no passwords or emergency contacts. */
export const usersView = (db: DbReader) =>
  db
    .selectFrom('user')
    .select([
      ...(['id', 'firstname', 'lastname', 'email', 'email_key', 'search_key', 'role', 'status'] as const),
      ...(['phone_number', 'told_of_posts', 'created_at', 'last_signed_in_at'] as const),
    ]);

/** Finds the name of the user in an `updated_by` column; "" if there is none. */
export async function findUserName(db: DbReader, id: string | null | undefined): Promise<string> {
  if (!id) return '';
  const user = await usersView(db).where('id', '=', id).executeTakeFirst();
  return user ? `${user.firstname} ${user.lastname}`.trim() : '';
}

/** Selects active users with their emergency contacts. */
export const selectEmergencyContacts = (db: DbReader) =>
  db.selectFrom('user').select(['id', 'firstname', 'lastname', 'e_con_name', 'e_con_phone']).where(isActiveAccountSql);

/**
 * Refuses a change that leaves no admin. Call it after the change, in the same transaction. If two admins remove each
 * other at the same time, the second change is then refused.
 * @throws HttpError 409
 */
export async function assertAdminRemains(tx: DbTransaction): Promise<void> {
  const admin = await tx
    .selectFrom('user')
    .select('user.id')
    .where('user.role', '=', 'admin')
    .where(isActiveAccountSql)
    .where((user) =>
      user.not(
        user.exists(
          user
            .selectFrom('user_item')
            .select('user_item.item')
            .whereRef('user_item.user_id', '=', 'user.id')
            .where('user_item.item', '=', 'admin')
            .where('user_item.allowed', '=', 0),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  if (!admin) refuse(409, 'That would leave the site without an admin. Make someone else an admin first.');
}

/** Returns true if the account is active: neither disabled nor awaiting approval. */
export const isActiveAccount = ({ status }: Pick<UserTable, 'status'>): boolean => status === 'active';

/** SQL, for a query that joins `user`: true if the account is active. */
export const isActiveAccountSql = sql<SqlBool>`${sql.ref('user.status')} = 'active'`;

/** See `resolveSignInStatus`. */
export type SignInStatus = 'open' | 'returning' | 'awaiting' | 'shut';

/**
 * Resolves the effect of signing in to an account. `open`: signs in. `returning`: cancels the pending erasure and signs
 * in. `awaiting`: refused until an admin approves the account. `shut`: refused, because the account is disabled.
 */
export function resolveSignInStatus(
  status: UserTable['status'],
  erasure: { kept_shut: number } | undefined,
): SignInStatus {
  if (isActiveAccount({ status })) return 'open';
  if (status === 'awaiting') return 'awaiting';
  return erasure?.kept_shut === 0 ? 'returning' : 'shut';
}

export const findSignInStatus = async (
  db: DbReader,
  { id, status }: Pick<UserTable, 'id' | 'status'>,
): Promise<SignInStatus> => resolveSignInStatus(status, await findErasure(db, id));

/** Lists users with a confirmed address who await approval, oldest first. */
export const listUsersAwaitingApproval = (db: DbReader) =>
  db
    .selectFrom('user')
    .select(['firstname', 'lastname'])
    .where('status', '=', 'awaiting')
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/**
 * Changes a user's status. Returns false if the current status isn't in `from`, because another admin has changed it.
 */
export async function changeAccountStatus(
  tx: DbTransaction,
  { id, from, to, now }: { id: Id; from: readonly UserTable['status'][]; to: UserTable['status']; now: Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user')
    .set({ status: to, updated_at: now })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const findErasure = (db: DbReader, userId: Id) =>
  db.selectFrom('erasure').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** The kind of the job that erases an account. */
export const erasureJobKind = 'erase-account';

/** Disables the account and queues its erasure for the due date. */
export async function scheduleErasure(tx: DbTransaction, erasure: ErasureTable): Promise<void> {
  const { user_id: _, ...details } = erasure;
  await tx
    .insertInto('erasure')
    .values(erasure)
    // An earlier request that is still stored is replaced
    .onConflict((clash) => clash.column('user_id').doUpdateSet(details))
    .execute();
  const { user_id: user, due_at: due, asked_at: at } = erasure;
  await setStatus(tx, { userId: user, status: 'deactivated', now: at });
  await queueJob(tx, { kind: erasureJobKind, key: `${user} ${due}`, payload: { user }, due, at });
}

/**
 * Stops the owner from cancelling a pending erasure by signing in. Returns false if no erasure is pending, or if its
 * cancellation was blocked before.
 */
export async function blockErasureCancellation(tx: DbTransaction, userId: Id): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('erasure')
    .set({ kept_shut: 1 })
    .where('user_id', '=', userId)
    .where('kept_shut', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const isErasurePending = async (db: DbReader, userId: Id): Promise<boolean> =>
  (await findErasure(db, userId)) !== undefined;

/**
 * Cancels a pending erasure for its owner and reactivates the account. Returns false if none was pending, or if an
 * admin has since disabled the account.
 */
export async function cancelErasure(
  tx: DbTransaction,
  { userId, name, now, auditId }: { userId: Id; name: string; now: Instant; auditId: Id },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('erasure')
    .where('user_id', '=', userId)
    .where('kept_shut', '=', 0)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await setStatus(tx, { userId, status: 'active', now });
  const actor = { id: userId, name };
  await recordAudit(tx, { id: auditId, at: now, actor, action: 'erasure.cancelled', subject: userId });
  return true;
}

async function setStatus(
  tx: DbTransaction,
  { userId, status, now }: { userId: Id; status: 'active' | 'deactivated'; now: Instant },
): Promise<void> {
  await tx.updateTable('user').set({ status, updated_at: now }).where('id', '=', userId).execute();
}

export async function deleteUser(tx: DbTransaction, userId: Id): Promise<void> {
  await tx.deleteFrom('user').where('id', '=', userId).execute();
}

export async function deleteErasure(tx: DbTransaction, userId: Id): Promise<void> {
  await tx.deleteFrom('erasure').where('user_id', '=', userId).execute();
}
