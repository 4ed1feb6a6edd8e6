import { type SqlBool, sql } from 'kysely';
import type { Reading } from '#platform/server/database/index.ts';
import { type SignInStatus, signInStatus } from '../sign-in-status.ts';
import { findErasure } from './erasures.ts';
import type { UserTable } from './tables.ts';

/** Whether a user may sign in now. */
export const signInStatusOf = async (
  db: Reading,
  { id, status }: Pick<UserTable, 'id' | 'status'>,
): Promise<SignInStatus> => signInStatus(status, await findErasure(db, id));

/** The same in SQL, for a query that joins `user`: whose account is open. */
export const accountIsOpen = sql<SqlBool>`${sql.ref('user.status')} = 'active'`;
