export { approvedRegistration, awaitingApproval } from './approval.ts';
export { NoSuchAccount } from './break-glass.ts';
export { newInvitation } from './invitations.ts';
export { shownAgain } from './login-page.ts';
export {
  addressAskedMail,
  addressChangedMail,
  addressTakenMail,
  invitationMail,
  newAddressMail,
  openedAgainMail,
  passwordChangedMail,
  resetByAdminMail,
  type Written,
} from './mails.ts';
export { recordInvitation } from './registration-store.ts';
export { endResetLinks, newResetLink, recordResetLink } from './reset-links.ts';
