export { CardFields } from './card-fields.tsx';
export type { BillingContact } from './card-form/provider-card-form.ts';
export { DismissPayment } from './dismiss-payment.tsx';
export { PaidYearField, RefundIssues } from './refund-issues.tsx';
