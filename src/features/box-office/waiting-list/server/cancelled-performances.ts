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
import { emailPartyWithoutPerformances, type PartyEmailContext } from './emails.ts';
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
export const waitingListChangeHandler: PerformanceChangeHandler = {
  countOrders: async () => 0,
  hasEverHadTickets: async () => false,
  onSave: async () => undefined,
  onCancel: (tx, { id }, { now: at }) => queueEmails(tx, id, { due: addMs(at, cancellationDelayMs), at }),
  // The parties of a cancelled performance are told of its cancellation
  beforeDelete: async (tx, performance, { now: at }) =>
    isPerformanceCancelled(performance) ? undefined : queueEmails(tx, performance.id, { due: at, at }),
};

/**
 * Records on the waiting parties that their whole show was cancelled, or that it no longer is. After a cancellation,
 * queues the emails to those that have nothing left to wait for.
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
  // A deleted performance can't be found any more when the job runs, so the job gets the parties
  const parties = await findPartyIdsOfPerformance(tx, performance);
  if (parties.length > 0) await queuePartyEmails(tx, { key: performance, parties }, { due, at });
}

const queuePartyEmails = (
  tx: DbTransaction,
  { key, parties }: { key: Id; parties: readonly Id[] },
  { due, at }: { due: Instant; at: Instant },
) => queueJob(tx, { kind: performanceGoneJobKind, key: `${key} ${at}`, payload: { parties }, due, at });

/**
 * Emails parties whose performances are all cancelled or deleted. Like buyers, they aren't told if the performance or
 * the show is restored within ten minutes.
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
 * Withdraws the offer in a basket whose payment is refunded, because the payment came too late or the performance is
 * withdrawn. The party waits again, at its former position. If a cancellation or deletion has left it nothing to wait
 * for, the email that says so is queued.
 *
 * @returns true if the party still has something to wait for; false if not, or if the basket holds no offer
 */
export async function withdrawOffer(tx: DbTransaction, basket: Id, at: Instant): Promise<boolean> {
  const party = await findPartyByBasket(tx, basket);
  if (!party) return false;
  await requeueParty(tx, party);
  const performances = await findRequestedPerformances(tx, party.id);
  if (hasPerformanceLeft(performances, party, at)) return true;
  // Performances that are over weren't cancelled
  if (performances.length === 0 || performances.some(isPerformanceCancelled))
    await queuePartyEmails(tx, { key: basket, parties: [party.id] }, { due: at, at });
  return false;
}

/**
 * Emails a party that waits without an offer and has nothing left to wait for. The party gets one email for each
 * cancellation that leaves it nothing, because it may have changed its dates since an earlier one. Does nothing for
 * other parties.
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
  await emailPartyWithoutPerformances(tx, context, { party, dates, about: times.at(-1) || 'deleted' });
}

/**
 * Returns the time at which a performance or its whole show was cancelled, whichever was first; null if neither is. ""
 * stands for a show that an earlier version cancelled at an unknown time.
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

/** Returns true if a performance to come isn't cancelled, or may still be restored before anybody is told. */
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
