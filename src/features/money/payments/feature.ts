import type { Feature } from '#platform/server/feature/feature.ts';
import { defineScheduledJob } from '#platform/server/jobs/job-handler.ts';
import { defineCardRemovalJob, deleteOrphanedCustomers } from './server/cards.ts';
import { registerUnknownPaymentCalls } from './server/differences.ts';
import { defineExternalRefundCheckJob } from './server/external-refunds.ts';
import { cardPaymentPersonalData } from './server/payment-history.ts';
import { reconcileWithProvider, reconciliationJobKind } from './server/reconcile.ts';
import { defineIntentRefreshJob } from './server/refresh-intent.ts';
import { registerRefundIssueCalls } from './server/refund-issues.ts';
import { registerPaymentWebhooks } from './server/webhook.ts';

const auditActions = {
  'refund.recorded': 'recorded a refund made at Square',
  'dispute.recorded': 'recorded a lost dispute',
  'refund.retried': 'retried a refund',
  'refund.dismissed': 'dismissed a refused refund',
  'refund.paid_otherwise': 'paid a refused refund in another way',
  'square_payment.dismissed': 'dismissed a Square payment that isn’t ours',
  'square_payment.listed_again': 'listed a dismissed Square payment again',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/**
 * Charges and refunds through Square. Each payment is recorded as an intent, submitted, and posted to the ledger once.
 * The other features decide what each payment is for.
 */
export const paymentsFeature: Feature = {
  visibility: {
    payment_intent: 'private',
    payment_customer: 'private',
    payment_card: 'private',
    payment_difference: 'private',
    external_refund: 'private',
  },
  routes(registry, services) {
    registerPaymentWebhooks(registry, services);
    registerRefundIssueCalls(registry, services);
    registerUnknownPaymentCalls(registry, services);
  },
  work: (services) => [
    defineIntentRefreshJob(services),
    defineExternalRefundCheckJob(services),
    defineCardRemovalJob(services),
    defineScheduledJob(
      {
        kind: reconciliationJobKind,
        name: 'Comparing payments with Square’s list',
        schedule: { every: 'day', at: '04:10' },
      },
      async () => {
        await reconcileWithProvider(services);
        await deleteOrphanedCustomers(services);
      },
    ),
  ],
  rowUses: [{ of: 'show', table: 'payment_intent', column: 'show_id', reason: 'it has payments' }],
  personalData: [cardPaymentPersonalData],
  nonPersonalTables: [
    { table: 'payment_difference', reason: 'amounts that differ, with Square’s ids' },
    { table: 'external_refund', reason: 'amounts that were refunded or disputed at Square, with its ids' },
  ],
  auditActions: [auditActions],
};
