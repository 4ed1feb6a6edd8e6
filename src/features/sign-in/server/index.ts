export { approvedRegistration, awaitingApproval } from './approval.ts';
export { newInvitation } from './invitations.ts';
export { askToSignIn, shownAgain } from './login-page.ts';
export {
  addressAskedMail,
  addressChangedMail,
  addressTakenMail,
  invitationMail,
  newAddressMail,
  openedAgainMail,
  passwordChangedMail,
  resetByAdminMail,
} from './mails.ts';
export { passwordPage } from './reauthentication.ts';
