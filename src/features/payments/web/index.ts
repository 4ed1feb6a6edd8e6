export { CardFields, type Payer } from './CardFields.tsx';
export { RefundIssues } from './RefundIssues.tsx';
