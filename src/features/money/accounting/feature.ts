import type { Feature } from '#platform/server/feature/feature.ts';
import { accountingPath } from './paths.ts';
import { registerAccountingCalls } from './server/calls.ts';
import { paymentDifferencesTodo, treasurerRefundTodo } from './server/differences.ts';
import { registerAccountingPages } from './server/pages.ts';
import { registerPracticeProviderRoutes } from './server/practice.ts';
import { registerRefundPaymentCall } from './server/refunds.ts';
import { registerYearCalls } from './server/years.ts';

const auditActions = {
  'payment.recorded': 'recorded a payment',
  'payment.reversed': 'corrected a payment',
  'payment.refunded': 'refunded a payment',
  'financial_year.closed': 'closed a financial year',
  'financial_year.reopened': 'reopened a financial year',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/** The treasurer's screens: paid subscriptions, a year's totals, entering, refunding and correcting payments. */
export const accountingFeature: Feature = {
  routes(registry, services) {
    registerAccountingPages(registry, services);
    registerAccountingCalls(registry, services);
    registerRefundPaymentCall(registry, services);
    registerYearCalls(registry, services);
    registerPracticeProviderRoutes(registry, services);
  },
  adminTodos: [paymentDifferencesTodo, treasurerRefundTodo],
  adminTools: [
    {
      label: 'Accounting',
      href: accountingPath,
      about: 'See what came in and went out, and refund payments.',
      group: 'money',
      order: 320,
      item: 'get_subs',
    },
  ],
  auditActions: [auditActions],
};
