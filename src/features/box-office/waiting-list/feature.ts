import type { Feature } from '#platform/server/feature/feature.ts';
import { defineScheduledJob } from '#platform/server/jobs/job-handler.ts';
import { registerWaitingListCalls } from './server/calls.ts';
import {
  definePartyCancellationEmailJob,
  handleShowCancellation,
  waitingListPerformanceHandler,
} from './server/cancelled-performances.ts';
import { defineOfferLoop } from './server/offers.ts';
import { registerWaitingListPages } from './server/pages.ts';
import { waitingListPersonalData } from './server/personal-data.ts';
import { purgePastWaitingParties } from './server/store.ts';

const auditActions = {
  'waiting_party.confirmed': 'confirmed somebody on a waiting list',
  'waiting_party.changed': 'confirmed a change on a waiting list',
  'waiting_party.removed': 'removed somebody from a waiting list',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/** The waiting list for sold-out performances, with offers once places are free. */
export const waitingListFeature: Feature = {
  visibility: { waiting_party: 'sales', waiting_date: 'sales' },
  routes(registry, services) {
    registerWaitingListPages(registry, services);
    registerWaitingListCalls(registry, services);
  },
  loops: (services) => [
    { name: 'offering free places to the waiting list', everyMs: 5000, run: defineOfferLoop(services) },
  ],
  work: (services) => [
    definePartyCancellationEmailJob(services),
    defineScheduledJob(
      {
        kind: 'forget-waiting',
        name: 'Deleting waiting-list entries for past performances',
        schedule: { every: 'day', at: '04:30' },
      },
      () => purgePastWaitingParties(services),
    ),
  ],
  performanceChanges: [waitingListPerformanceHandler],
  showCancellations: [handleShowCancellation],
  rowUses: [{ of: 'show', table: 'waiting_party', column: 'show_id', reason: 'it has a waiting list' }],
  personalData: [waitingListPersonalData],
  auditActions: [auditActions],
};
