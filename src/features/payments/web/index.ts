export { CardFields, type Payer } from './CardFields.tsx';
export { NotOurs } from './NotOurs.tsx';
export { RefundIssues } from './RefundIssues.tsx';
