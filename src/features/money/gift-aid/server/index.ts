export { declarationRetentionMonths, loadMemberGiftAid, registerGiftAidCalls } from './declarations.ts';
