import { type SqlBool, sql } from 'kysely';
import type { Reading } from '#platform/server/database/index.ts';
import { resolveSignInStatus, type SignInStatus } from '../sign-in-status.ts';
import { findErasure } from './erasures.ts';
import type { UserTable } from './tables.ts';

/** Finds out if a user may sign in now. */
export const findSignInStatus = async (
  db: Reading,
  { id, status }: Pick<UserTable, 'id' | 'status'>,
): Promise<SignInStatus> => resolveSignInStatus(status, await findErasure(db, id));

/** The same in SQL, for a query that joins `user`: true if the account is active. */
export const isActiveAccountSql = sql<SqlBool>`${sql.ref('user.status')} = 'active'`;
