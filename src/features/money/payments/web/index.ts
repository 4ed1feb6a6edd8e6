export { CardFields } from './card-fields.tsx';
export type { BillingContact } from './card-form/provider-card-form.ts';
export { DismissPayment } from './dismiss-payment.tsx';
export { PaidYearField } from './paid-year-field.tsx';
export { RefundIssues } from './refund-issues.tsx';
