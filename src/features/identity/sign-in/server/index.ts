export {
  approvedRegistrationAction as approvedRegistration,
  listAccountsAwaitingApproval as awaitingApproval,
} from './approval.ts';
export {
  createFirstAdminPath as firstAdminPath,
  createResetLinkPath as resetLinkFor,
  endSessionsAfterRestore as endWhatWasEnded,
  makeAdmin,
} from './break-glass.ts';
export {
  composeAccountReopenedEmail as openedAgainLetter,
  composeAddressChangedEmail as addressChangedLetter,
  composeAddressChangeRequestedEmail as addressRequestLetter,
  composeAddressTakenEmail as addressTakenLetter,
  composeAdminPasswordResetEmail as resetByAdminLetter,
  composeConfirmNewAddressEmail as newAddressLetter,
  composeInvitationEmail as invitationLetter,
  composePasswordChangedEmail as passwordChangedLetter,
} from './emails.ts';
export { describeDelivery as handedOver, newInvitation } from './invitations.ts';
export { buildLoginPage as askToSignIn, omitPasswords as shownAgain } from './login-page.ts';
export { buildReauthenticationPage as passwordPage } from './reauthentication.ts';
