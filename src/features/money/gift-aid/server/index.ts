export { registerGiftAidCalls as giftAidCalls } from './calls.ts';
export { loadMemberGiftAid as giftAidOf } from './own-declaration.ts';
export { retentionMonths } from './store.ts';
