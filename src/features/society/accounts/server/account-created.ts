import type { DbTransaction } from '#platform/server/database/index.ts';
import type { CalendarDate, Instant } from '#platform/shared/dates/dates.ts';
import type { UserTable } from './tables.ts';

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
