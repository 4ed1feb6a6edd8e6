export { type BillingContact, CardFields } from './card-fields.tsx';
export { DismissPayment } from './dismiss-payment.tsx';
export { PaidYearField } from './paid-year-field.tsx';
export { RefundIssues } from './refund-issues.tsx';
