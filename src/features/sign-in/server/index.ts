export { approvedRegistration, awaitingApproval } from './approval.ts';
export { endWhatWasEnded, firstAdminPath, makeAdmin, resetLinkFor } from './break-glass.ts';
export { handedOver, newInvitation } from './invitations.ts';
export {
  addressChangedLetter,
  addressRequestLetter,
  addressTakenLetter,
  invitationLetter,
  newAddressLetter,
  openedAgainLetter,
  passwordChangedLetter,
  resetByAdminLetter,
} from './letters.ts';
export { askToSignIn, shownAgain } from './login-page.ts';
export { passwordPage } from './reauthentication.ts';
