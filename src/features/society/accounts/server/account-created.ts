import type { DbTransaction } from '#platform/server/database/index.ts';
import type { CalendarDate, Instant } from '#platform/shared/dates/dates.ts';
import type { UserTable } from './tables.ts';

/** Somebody who has just made an account, and whose address is confirmed. */
export type NewAccount = Pick<UserTable, 'id' | 'email' | 'firstname' | 'lastname'>;

export type AccountCreatedHandler = (
  tx: DbTransaction,
  user: NewAccount,
  on: { today: CalendarDate; now: Instant },
) => Promise<void>;

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** Handlers that run in the transaction that creates an account. */
    newcomers: readonly AccountCreatedHandler[];
  }
}
