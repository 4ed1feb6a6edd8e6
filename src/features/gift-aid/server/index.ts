export { giftAidCalls } from './calls.ts';
export { giftAidOf } from './own-declaration.ts';
export { monthsKept } from './store.ts';
