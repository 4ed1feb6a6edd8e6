export { giftAidCalls } from './calls.ts';
export { giftAidOf } from './own-declaration.ts';
export { retentionMonths } from './store.ts';
