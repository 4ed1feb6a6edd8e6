export { type BillingContact as Payer, CardFields } from './card-fields.tsx';
export { NotOurs } from './not-ours.tsx';
export { RefundIssues } from './refund-issues.tsx';
