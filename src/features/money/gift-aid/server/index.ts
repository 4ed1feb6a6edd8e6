export { loadMemberGiftAid, registerGiftAidCalls } from './calls.ts';
export { declarationRetentionMonths } from './store.ts';
