export { registerGiftAidCalls } from './calls.ts';
export { loadMemberGiftAid } from './own-declaration.ts';
export { retentionMonths } from './store.ts';
