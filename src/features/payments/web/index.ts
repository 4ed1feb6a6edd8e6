export { type BillingContact as Payer, CardFields } from './CardFields.tsx';
export { NotOurs } from './NotOurs.tsx';
export { RefundIssues } from './RefundIssues.tsx';
