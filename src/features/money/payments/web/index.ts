export { CardFields } from './card-fields.tsx';
export type { BillingContact } from './card-form/provider-card-form.ts';
export { DismissUnknownPaymentButton, EndSubscriptionField, RefundIssues } from './refund-issues.tsx';
