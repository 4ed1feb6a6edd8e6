import { actsOn, type Uncounted } from '#platform/server/audit/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';

/** Audit actions for cancelling and restoring a performance. */
export const cancelActions = { cancelled: 'cancelled a performance', restored: 'restored a performance' } as const;

/** Audit actions for changes of ticket types. */
export const ticketTypeActions = {
  added: 'added a ticket type',
  changed: 'changed a ticket type',
  removed: 'removed a ticket type',
} as const;

type Action = (typeof ticketTypeActions)[keyof typeof ticketTypeActions];

/** Returns the same for every performance of a show except those that were cancelled by then. */
export const exceptCancelled = (action: Action) => `${action}, except at cancelled performances`;

/**
 * Builds the `lastActor` filter for a performance's ticket types. Skips “except at cancelled performances” entries made
 * while this one was cancelled, which is read from the log as it may have been restored since.
 */
export async function buildTicketTypeAuditFilter(
  db: Reading,
  performance: Id,
): Promise<{ actions: string[]; without: Uncounted[] }> {
  const plain = Object.values(ticketTypeActions);
  const leftOut = plain.map(exceptCancelled);
  const restored = await actsOn(db, performance, cancelActions.restored);
  const without = (await actsOn(db, performance, cancelActions.cancelled)).map(({ at: from }) => ({
    actions: leftOut,
    from,
    until: restored.find(({ at }) => at >= from)?.at,
  }));
  return { actions: [...plain, ...leftOut], without };
}
