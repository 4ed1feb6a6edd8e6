export { loadMemberGiftAid, registerGiftAidCalls } from './calls.ts';
export { retentionMonths } from './store.ts';
