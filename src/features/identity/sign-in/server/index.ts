export { approvedRegistrationAction } from './approval.ts';
export {
  createFirstAdminLinkPath,
  createResetLinkPath,
  endSessionsAfterRestore,
  makeAdmin,
} from './break-glass.ts';
export {
  composeAccountApprovedEmail,
  composeAccountReopenedEmail,
  composeAddressChangedEmail,
  composeAddressChangeRequestedEmail,
  composeAddressTakenEmail,
  composeAdminPasswordResetEmail,
  composeConfirmNewAddressEmail,
  composeInvitationEmail,
  composePasswordChangedEmail,
} from './emails.ts';
export { buildInvitation, describeInvitationDelivery } from './invitations.ts';
export { buildLoginPage, omitPasswords } from './pages.ts';
export { buildReauthenticationPage } from './reauthentication.ts';
