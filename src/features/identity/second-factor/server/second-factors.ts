import { type Expression, type SqlBool, sql } from 'kysely';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Settings } from '#features/society/settings/settings.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { AuthenticationRequired } from '#platform/server/http/errors/http-error.ts';
import type { PlatformOptions } from '#platform/server/http/handlers/platform-options.ts';
import type { RequiredStep, Visitor } from '#platform/server/http/request/visitor.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { isRecent } from '#platform/server/http/routes/reauthentication.ts';

/** Finds which second factors a user has. */
export async function findSecondFactors(db: DbReader, userId: Id): Promise<{ codes: boolean; passkeys: boolean }> {
  const totp = await db
    .selectFrom('totp')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
  const passkey = await db.selectFrom('passkey').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst();
  return { codes: totp !== undefined, passkeys: passkey !== undefined };
}

/** Returns true if signing in takes more than the password. */
export async function hasSecondFactor(db: DbReader, userId: Id): Promise<boolean> {
  const { codes, passkeys } = await findSecondFactors(db, userId);
  return codes || passkeys;
}

/** Finds those of these users, or of all, who have a second factor. */
export async function findUsersWithSecondFactor(db: DbReader, users?: readonly Id[]): Promise<Set<Id>> {
  if (users?.length === 0) return new Set();
  const codes = db.selectFrom('totp').select('user_id').where('enabled_at', 'is not', null);
  const keys = db.selectFrom('passkey').select('user_id').distinct();
  const rows = await Promise.all([
    (users ? codes.where('user_id', 'in', users) : codes).execute(),
    (users ? keys.where('user_id', 'in', users) : keys).execute(),
  ]);
  return new Set(rows.flat().map(({ user_id }) => user_id));
}

/** A subquery on the column of the user's id: true if the user has a second factor. */
export const hasSecondFactorSql = (userId: Expression<Id>) =>
  sql<SqlBool>`(exists (select 1 from totp where totp.user_id = ${userId} and totp.enabled_at is not null)
    or exists (select 1 from passkey where passkey.user_id = ${userId}))`;

/**
 * A user with a second factor must show it to change anything about it, their password or their address: otherwise the
 * password and a device left signed in would be enough to reduce two factors to one, or to take the account over.
 * @throws AuthenticationRequired if they haven't shown it recently
 */
export async function requireRecentSecondFactor(
  db: DbReader,
  { visitor, now }: Pick<PageRequest, 'visitor' | 'now'>,
): Promise<void> {
  if (isRecent(visitor.secondFactorAt, now)) return;
  if (await hasSecondFactor(db, visitor.id)) throw new AuthenticationRequired('second_factor');
}

const open = ['account_settings', 'logout'] as const;

const duty: RequiredStep = {
  path: '/members/account_settings#two-factor',
  msg: 'Your account can do a lot here, so it needs more than a password. Please set up a second factor first.',
  exemptRules: open.map((item) => mayUse(item).name),
};

/** Returns true if the visitor must have a second factor: admins and box-office users, depending on the setting. */
export async function isRequired(
  db: DbReader,
  { may, duty }: Pick<Visitor, 'may' | 'duty'>,
  compulsory: boolean,
): Promise<boolean> {
  // A visitor who has another step to do first may do nothing else until then
  if (duty) return true;
  if (!may.admin && !may.bookings) return false;
  return isSecondFactorRequired(await readSettings(db), compulsory);
}

/** Returns true if those who manage the society need a second factor; `compulsory` holds while no setting decides. */
export const isSecondFactorRequired = (
  { secondFactorRequired }: Pick<Settings, 'secondFactorRequired'>,
  compulsory: boolean,
): boolean => (secondFactorRequired === '' ? compulsory : secondFactorRequired === '1');

type VisitorOf = PlatformOptions['visitorOf'];

/**
 * Makes those who need a second factor and have none set one up: until then, in the members' area they can only do that
 * or sign out.
 * @param compulsory the rule while the society hasn't set one
 */
export const withSecondFactorPolicy =
  (visitorOf: VisitorOf, { compulsory }: { compulsory: boolean }): VisitorOf =>
  async (context) => {
    const visitor = await visitorOf(context);
    if (!visitor.signedIn || !(await isRequired(context.db.read, visitor, compulsory))) return visitor;
    if (await hasSecondFactor(context.db.read, visitor.id)) return visitor;
    const may = Object.fromEntries(
      Object.keys(visitor.may).map((item) => [item, (open as readonly string[]).includes(item)]),
    );
    return { ...visitor, may, duty };
  };
