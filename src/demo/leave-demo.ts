import { showsView } from '#features/archive/shows/server/index.ts';
import { deleteSubscriptionsWithoutRealPayment } from '#features/money/subscriptions/server/index.ts';
import {
  blockErasureCancellation,
  createArgon2Hashing,
  deleteUser,
  endUserSessionsAndEmailChanges,
  invalidateSingleUseLinks,
  listAccountsWithPasswordHashes,
  setPasswordHash,
  updateUser,
} from '#features/society/accounts/server/index.ts';
import { deleteSetting } from '#features/society/settings/server/index.ts';
import { listAuditPage, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import {
  type Database,
  type DbReader,
  type DbTransaction,
  emptyTablesExcept,
  write,
} from '#platform/server/database/index.ts';
import { formatCount } from '#platform/server/feature/feature.ts';
import { formatDate, type Instant } from '#platform/shared/dates/dates.ts';
import { clearMediaPending } from './media/seed-media.ts';
import { unmarkPublicDemo } from './public-demo.ts';
import { demoPassword, demoSignInAccountIds, isDemoAccount } from './society/accounts.ts';

/** Thrown if there is no demo to leave; the message says why. */
export class NoDemoError extends Error {}

/** The audit action of leaving the demo, which a society does only once. */
const leftAction = 'demo.left' as const;

interface Account {
  id: string;
  email: string;
  password_hash: string;
}

/**
 * Of the four demo accounts that have a password, finds those that still have the well-known one. Disabled accounts are
 * included: signing in reactivates an account that awaits erasure. An account with another password belongs to a real
 * person.
 */
async function findAccountsWithDemoPassword(db: DbReader): Promise<Account[]> {
  const found = (await listAccountsWithPasswordHashes(db, demoSignInAccountIds)).filter(
    ({ password_hash }) => password_hash !== '',
  );
  const passwords = createArgon2Hashing();
  const fits = await Promise.all(found.map(({ password_hash }) => passwords.fits(password_hash, demoPassword)));
  return found.filter((_, place) => fits[place]);
}

/**
 * Disables accounts permanently: no password matches any more, and their sessions end. Leaves out accounts whose
 * password has been changed in the meantime.
 */
async function disableAccounts(
  tx: DbTransaction,
  accounts: readonly (Account & { entry: string })[],
  now: Instant,
): Promise<void> {
  for (const { id, password_hash, entry } of accounts) {
    // The account's owner has just set another password, so the account is theirs
    if (!(await setPasswordHash(tx, { id, hash: '', from: password_hash }))) continue;
    await updateUser(tx, { id, now, status: 'deactivated' });
    // After this, neither a passkey nor a link in an email can open the account
    await blockErasureCancellation(tx, id);
    await invalidateSingleUseLinks(tx, id, now);
    await endUserSessionsAndEmailChanges(tx, id);
    await recordAudit(tx, { id: entry, at: now, action: 'demo.account_disabled', subject: id });
  }
  // Earlier versions of the demo stored a setting by which admins needed no second factor
  if (accounts.length > 0) {
    await deleteSetting(tx, 'secondFactorRequired', '0');
  }
}

const withEntries = (accounts: readonly Account[]) => accounts.map((account) => ({ ...account, entry: newId() }));

/**
 * Disables accounts that still have the demo's password, so that nobody signs in with it on a real site. Returns the
 * email addresses of these accounts.
 */
export async function disableAccountsWithDemoPassword(db: Database, now: Instant): Promise<string[]> {
  const accounts = withEntries(await findAccountsWithDemoPassword(db.read));
  if (accounts.length === 0) return [];
  await write(db, (tx) => disableAccounts(tx, accounts, now));
  return accounts.map(({ email }) => email);
}

export interface DemoState {
  shows: number;
  /**
   * Email addresses of real people's accounts, including demo accounts that they have made their own. These accounts
   * are never removed.
   */
  real: string[];
}

/**
 * Finds what the demo contains before it is left: the number of shows, and the accounts of real people.
 *
 * @throws NoDemoError if there is no demo, or it was left before
 */
export async function loadDemoState(db: DbReader): Promise<DemoState> {
  const users = await listAccountsWithPasswordHashes(db);
  const [leftAt] = await listAuditPage(db, { action: leftAction }, { towards: 'older', count: 1 });
  if (leftAt)
    throw new NoDemoError(
      `This society left the demo on ${formatDate(leftAt.at.slice(0, 10), 'day')}. Nothing was changed.`,
    );
  if (!users.some(({ id }) => demoSignInAccountIds.includes(id))) {
    throw new NoDemoError('This is not the demo society. Nothing was changed.');
  }
  const demos = new Set((await findAccountsWithDemoPassword(db)).map(({ id }) => id));
  const { shows } = await db
    .selectFrom(showsView(db).as('show'))
    .select((e) => e.cast<string>(e.fn.countAll(), 'text').as('shows'))
    .executeTakeFirstOrThrow();
  return { shows: Number(shows), real: users.filter((user) => isReal(user, demos)).map(({ email }) => email) };
}

/** Formats the question before the society is emptied. */
export const formatDeletionQuestion = (state: DemoState): string =>
  `Delete everything in this society: ${formatCount(state.shows, 'show', 'shows')}, and all people, pictures, posts and settings?${formatRemainingAccounts(state)}`;

/** Formats the list of accounts that aren't removed, with a space before it; "" if there are none. */
export const formatRemainingAccounts = ({ real }: Pick<DemoState, 'real'>): string =>
  real.length > 0 ? ` These accounts don’t belong to the demo and stay as they are: ${real.join(', ')}.` : '';

/** Returns true if somebody has registered this account, or made a demo account their own. */
const isReal = (user: Account, demos: ReadonlySet<string>): boolean =>
  !isDemoAccount(user) || (user.password_hash !== '' && !demos.has(user.id));

/**
 * The tables that aren't emptied: those with which real people sign in, and the audit log, whose entries are never
 * removed.
 */
const keptTables = ['user', 'user_item', 'totp', 'recovery_code', 'passkey', 'audit'] as const;

/**
 * Turns a demo society into a real one: disables the demo's accounts and deletes its practice subscriptions. With
 * `empty`, it deletes everything except real people's accounts and the audit log.
 */
export async function leaveDemo(db: Database, { empty, now }: { empty: boolean; now: Instant }): Promise<void> {
  const found = await findAccountsWithDemoPassword(db.read);
  const users = await listAccountsWithPasswordHashes(db.read);
  const demos = new Set(found.map(({ id }) => id));
  const made = users.filter((user) => !isReal(user, demos)).map(({ id }) => id);
  const accounts = withEntries(found);
  const entry = { id: newId(), at: now, action: leftAction, detail: empty ? 'emptied' : '' };
  await write(db, async (tx) => {
    await disableAccounts(tx, accounts, now);
    if (empty) {
      await emptyTablesExcept(tx, { engine: db.engine, keep: keptTables });
      for (const id of made) await deleteUser(tx, id);
    } else {
      for (const id of made) await updateUser(tx, { id, now, status: 'deactivated' });
      await clearMediaPending(tx);
      await unmarkPublicDemo(tx);
      await deleteSubscriptionsWithoutRealPayment(tx);
    }
    await recordAudit(tx, entry);
  });
}
