import { z } from 'zod';
import type { ShowCancellationHandler } from '#features/archive/shows/server/index.ts';
import { cancellationDelayMs } from '#features/box-office/orders/server/index.ts';
import {
  findPerformances,
  isPerformanceCancelled,
  type PerformanceChangeHandler,
  type PerformanceWithShow,
} from '#features/box-office/performances/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { defineJob, type JobHandler } from '#platform/server/jobs/job-handler.ts';
import { queueJob } from '#platform/server/jobs/job-store.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { addMs, subtractMs } from '#platform/shared/dates/durations.ts';
import { type PartyEmailContext, queuePartyCancellationEmail } from './emails.ts';
import {
  findParty,
  findPartyByBasket,
  findPartyIdsOfPerformance,
  findPartyIdsOfShow,
  findPartyPerformances,
  requeueParty,
  type StoredParty,
  setShowCancelledAtOfParties,
} from './store.ts';

const performanceGoneJobKind = 'waiting-performance-gone';

/** Queues the emails to parties that have nothing left to wait for when a performance is cancelled or deleted. */
export const waitingListPerformanceHandler: PerformanceChangeHandler = {
  countOrders: async () => 0,
  hasEverHadTickets: async () => false,
  onSave: async () => undefined,
  onCancel: (tx, { id }, { now: at }) => queueEmails(tx, id, { due: addMs(at, cancellationDelayMs), at }),
  // The parties of a cancelled performance are told of its cancellation
  beforeDelete: async (tx, performance, { now: at }) =>
    isPerformanceCancelled(performance) ? undefined : queueEmails(tx, performance.id, { due: at, at }),
};

/**
 * Records with a show's waiting parties that the whole show was cancelled, or that it is no longer cancelled. After a
 * cancellation, queues emails to the parties that have nothing left to wait for.
 */
export const handleShowCancellation: ShowCancellationHandler = async (tx, { id, isCancelled }, { now: at }) => {
  await setShowCancelledAtOfParties(tx, id, isCancelled ? at : null);
  const parties = isCancelled ? await findPartyIdsOfShow(tx, id, at) : [];
  if (parties.length > 0) await queuePartyEmails(tx, { key: id, parties }, { due: addMs(at, cancellationDelayMs), at });
};

async function queueEmails(
  tx: DbTransaction,
  performance: Id,
  { due, at }: { due: Instant; at: Instant },
): Promise<void> {
  // The job's payload contains the parties, because they can't be found once the performance is deleted
  const parties = await findPartyIdsOfPerformance(tx, performance);
  if (parties.length > 0) await queuePartyEmails(tx, { key: performance, parties }, { due, at });
}

const queuePartyEmails = (
  tx: DbTransaction,
  { key, parties }: { key: Id; parties: readonly Id[] },
  { due, at }: { due: Instant; at: Instant },
) => queueJob(tx, { kind: performanceGoneJobKind, key: `${key} ${at}`, payload: { parties }, due, at });

/**
 * Defines the job that emails parties whose performances are all cancelled or deleted. As with buyers, nobody is told
 * if the performance or the show is restored within ten minutes.
 */
export const definePartyCancellationEmailJob = ({
  db,
  clock,
  home,
  encryption,
}: Pick<Services, 'db' | 'clock' | 'home' | 'encryption'>): JobHandler =>
  defineJob(
    {
      kind: performanceGoneJobKind,
      name: 'Emailing waiting parties about cancelled performances',
      payload: z.object({ parties: z.array(z.string()) }),
    },
    async ({ payload, signal }) => {
      for (const party of payload.parties) {
        signal.throwIfAborted();
        const context = { encryption, home: home(), now: clock().toISOString() };
        await write(db, (tx) => notifyPartyWithoutPerformances(tx, party, context));
      }
      return undefined;
    },
  );

/**
 * Withdraws the offer in a basket whose payment is refunded, because the payment came too late or the performance no
 * longer takes place. The party waits again, at its former position. If a cancellation or deletion has left the party
 * nothing to wait for, queues the email that says so.
 *
 * @returns true if the party still has something to wait for; false if it hasn't, or if the basket contains no offer
 */
export async function withdrawOffer(tx: DbTransaction, basket: Id, at: Instant): Promise<boolean> {
  const party = await findPartyByBasket(tx, basket);
  if (!party) return false;
  await requeueParty(tx, party);
  const performances = await findRequestedPerformances(tx, party.id);
  if (hasPerformanceLeft(performances, party, at)) return true;
  // The email is about cancellations, so it isn't sent if all the performances are simply over
  if (performances.length === 0 || performances.some(isPerformanceCancelled))
    await queuePartyEmails(tx, { key: basket, parties: [party.id] }, { due: at, at });
  return false;
}

/**
 * Emails a party if it waits without an offer and has nothing left to wait for. The party gets one email for each
 * cancellation after which nothing is left, because it may have changed its dates since an earlier email.
 */
export async function notifyPartyWithoutPerformances(
  tx: DbTransaction,
  id: Id,
  context: PartyEmailContext,
): Promise<void> {
  const party = await findParty(tx, id);
  if (party?.status !== 'waiting') return;
  const performances = await findRequestedPerformances(tx, id);
  if (hasPerformanceLeft(performances, party, context.now)) return;
  const cancelled = performances.flatMap((performance) => {
    const at = getCancelledAt(performance, party);
    // Performances that are over weren't cancelled
    return at !== null && at < performance.starts_at ? [{ id: performance.id, at }] : [];
  });
  const times = cancelled.map(({ at }) => at).toSorted();
  const dates = cancelled.map(({ id: performance }) => performance);
  await queuePartyCancellationEmail(tx, context, { party, dates, about: times.at(-1) || 'deleted' });
}

/**
 * Returns the time at which a performance or its whole show was cancelled, whichever was first; null if neither is
 * cancelled. "" means that an earlier version of the program cancelled the show at an unknown time.
 */
function getCancelledAt(
  { cancelled_at, show_cancelled }: PerformanceWithShow,
  { show_cancelled_at }: Pick<StoredParty, 'show_cancelled_at'>,
): Instant | null {
  if (show_cancelled === 0) return cancelled_at;
  const showAt = show_cancelled_at ?? '';
  return cancelled_at !== null && cancelled_at < showAt ? cancelled_at : showAt;
}

async function findRequestedPerformances(db: DbReader, party: Id): Promise<PerformanceWithShow[]> {
  const ids = (await findPartyPerformances(db, [party])).get(party) ?? [];
  return [...(await findPerformances(db, ids, { includesArchived: true })).values()];
}

/**
 * Returns true if one of the performances is still to come and isn't cancelled, or was cancelled so recently that it
 * may be restored before anybody is told.
 */
function hasPerformanceLeft(
  performances: readonly PerformanceWithShow[],
  party: Pick<StoredParty, 'show_cancelled_at'>,
  now: Instant,
): boolean {
  const before = subtractMs(now, cancellationDelayMs);
  return performances.some((performance) => {
    const cancelledAt = getCancelledAt(performance, party);
    return performance.starts_at > now && (cancelledAt === null || cancelledAt > before);
  });
}
