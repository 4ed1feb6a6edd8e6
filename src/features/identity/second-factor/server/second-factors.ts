import { type Expression, type SqlBool, sql } from 'kysely';
import { mayUse, requireUserByEmail } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Settings } from '#features/society/settings/settings.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type Database, type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { AuthenticationRequiredError } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistryOptions } from '#platform/server/http/handlers/route-registry-options.ts';
import { isAuthenticationRecent, type RequiredStep, type Visitor } from '#platform/server/http/request/visitor.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { countUnusedRecoveryCodes, deleteRecoveryCodes } from './codes.ts';
import { recordAndEmailSecondFactorEvent } from './emails.ts';
import { listPasskeys, removePasskey } from './passkeys.ts';
import { disableTotp, findTotp } from './totp.ts';

export async function findSecondFactorKinds(db: DbReader, userId: Id): Promise<{ codes: boolean; passkeys: boolean }> {
  const totp = await db
    .selectFrom('totp')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
  const passkey = await db.selectFrom('passkey').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst();
  return { codes: totp !== undefined, passkeys: passkey !== undefined };
}

/** Returns true if the user has a second factor, so that the password alone doesn't sign them in. */
export async function hasSecondFactor(db: DbReader, userId: Id): Promise<boolean> {
  const { codes, passkeys } = await findSecondFactorKinds(db, userId);
  return codes || passkeys;
}

/** Finds the users who have a second factor, among `users` or among all users. */
export async function findUserIdsWithSecondFactor(db: DbReader, users?: readonly Id[]): Promise<Set<Id>> {
  if (users?.length === 0) return new Set();
  const codes = db.selectFrom('totp').select('user_id').where('enabled_at', 'is not', null);
  const keys = db.selectFrom('passkey').select('user_id').distinct();
  const rows = await Promise.all([
    (users ? codes.where('user_id', 'in', users) : codes).execute(),
    (users ? keys.where('user_id', 'in', users) : keys).execute(),
  ]);
  return new Set(rows.flat().map(({ user_id }) => user_id));
}

/** Builds an SQL condition that is true if the user has a second factor. */
export const hasSecondFactorSql = (userId: Expression<Id>) =>
  sql<SqlBool>`(exists (select 1 from totp where totp.user_id = ${userId} and totp.enabled_at is not null)
    or exists (select 1 from passkey where passkey.user_id = ${userId}))`;

/**
 * Requires a recent use of the second factor, if the user has one, before the second factor, the password or the email
 * address is changed. Otherwise the password and a device left signed in would be enough to take the account over.
 * @throws AuthenticationRequiredError if the second factor wasn't used recently
 */
export async function requireRecentSecondFactor(
  db: DbReader,
  { visitor, now }: Pick<PageRequest, 'visitor' | 'now'>,
): Promise<void> {
  if (isAuthenticationRecent(visitor.secondFactorAt, now)) return;
  if (await hasSecondFactor(db, visitor.id)) throw new AuthenticationRequiredError('second_factor');
}

const exemptPermissions = ['account_settings', 'logout'] as const;

const setUpSecondFactor: RequiredStep = {
  path: '/members/account_settings#two-factor',
  msg: 'Your account can do a lot here, so it needs more than a password. Please set up a second factor first.',
  exemptRules: exemptPermissions.map((item) => mayUse(item).name),
};

/**
 * Returns true if the visitor must have a second factor. Users with Admin Tools or Manage Bookings must, if the setting
 * requires it. `compulsory` is the default of the setting.
 */
export async function isSecondFactorRequiredFor(
  db: DbReader,
  { may, duty }: Pick<Visitor, 'may' | 'duty'>,
  compulsory: boolean,
): Promise<boolean> {
  // A visitor who still has to set up a second factor has lost the other permissions for now, so `duty` is checked
  // before `may`
  if (duty) return true;
  if (!may.admin && !may.bookings) return false;
  return isSecondFactorPolicyOn(await readSettings(db), compulsory);
}

/**
 * Returns true if users with Admin Tools or Manage Bookings need a second factor; `compulsory` is the default of the
 * setting.
 */
export const isSecondFactorPolicyOn = (
  { secondFactorRequired }: Pick<Settings, 'secondFactorRequired'>,
  compulsory: boolean,
): boolean => (secondFactorRequired === '' ? compulsory : secondFactorRequired === '1');

type VisitorOf = RouteRegistryOptions['visitorOf'];

/**
 * Wraps `visitorOf`, so that users who need a second factor, but have none, have to set one up. Until then, they may
 * only open the account settings and sign out. `compulsory` is the default of the setting.
 */
export const withSecondFactorPolicy =
  (visitorOf: VisitorOf, { compulsory }: { compulsory: boolean }): VisitorOf =>
  async (context) => {
    const visitor = await visitorOf(context);
    if (!visitor.signedIn || !(await isSecondFactorRequiredFor(context.db.read, visitor, compulsory))) return visitor;
    if (await hasSecondFactor(context.db.read, visitor.id)) return visitor;
    const may = Object.fromEntries(
      Object.keys(visitor.may).map((item) => [item, (exemptPermissions as readonly string[]).includes(item)]),
    );
    return { ...visitor, may, duty: setUpSecondFactor };
  };

interface Removal {
  /** The id of the audit entry and of the email. It is created outside the transaction, which may run twice. */
  id: Id;
  userId: Id;
  by: { id: Id; name: string };
  reason: string;
  now: Instant;
  address: string;
}

/**
 * Removes every second factor and the recovery codes of an account whose owner has lost their second factor. Records
 * the reason and emails the owner. Returns false if the account had no second factor.
 */
export async function removeSecondFactor(tx: DbTransaction, removal: Removal): Promise<boolean> {
  const { userId, by, reason, ...notice } = removal;
  const hadCodes = await disableTotp(tx, userId);
  const passkeys = await listPasskeys(tx, userId);
  if (!hadCodes && passkeys.length === 0) return false;
  for (const { id } of passkeys) await removePasskey(tx, { id, userId });
  await deleteRecoveryCodes(tx, userId);
  await recordAndEmailSecondFactorEvent(tx, {
    ...notice,
    userId,
    by,
    change: { what: 'removed by an admin', by: by.name, reason },
  });
  return true;
}

/**
 * Removes the second factors of an account on the command line of the server, for example for an admin who has lost
 * theirs. Returns a description of what was done.
 * @throws AccountError if no account has this email address
 */
export async function removeSecondFactorOnServer(db: Database, email: string, now: Instant): Promise<string> {
  const user = await requireUserByEmail(db.read, email);
  const by = { id: '', name: 'A server administrator' };
  const removal = {
    id: newId(),
    userId: user.id,
    by,
    reason: 'this was done on the command line of the server.',
    now,
    address: '',
  };
  const wasRemoved = await write(db, (tx) => removeSecondFactor(tx, removal));
  const name = `${user.firstname} ${user.lastname}`.trim();
  return wasRemoved ? `${name} now signs in with the password alone.` : `${name} has no second factor.`;
}

/** An account's second factors, which are deleted with the account's row. */
export const secondFactorPersonalData: PersonalData = {
  name: 'second_factor',
  tables: ['totp', 'totp_offer', 'recovery_code', 'passkey', 'wrong_code'],
  about: async (db, { id }) => ({
    codes_from_an_app_since: (await findTotp(db, id))?.enabled_at ?? '',
    recovery_codes_left: await countUnusedRecoveryCodes(db, id),
    passkeys: (await listPasskeys(db, id)).map(({ name, created_at, last_used_at }) => ({
      name,
      created_at,
      last_used_at: last_used_at ?? '',
    })),
    wrong_codes: (
      await db.selectFrom('wrong_code').select('at').where('user_id', '=', id).orderBy('at').orderBy('id').execute()
    ).map(({ at }) => at),
  }),
};
