export { registrationApprovedAction } from './approval.ts';
export {
  createFirstAdminLinkPath,
  createResetLinkPath,
  makeAdmin,
  revokeSessionsAndLinks,
} from './break-glass.ts';
export {
  composeAccountApprovedEmail,
  composeAccountEnabledEmail,
  composeAddressChangedEmail,
  composeAddressChangeRequestedEmail,
  composeAddressTakenEmail,
  composeAdminPasswordResetEmail,
  composeConfirmNewAddressEmail,
  composeInvitationEmail,
  composePasswordChangedEmail,
} from './emails.ts';
export { buildInvitation, describeUnsentInvitations } from './invitations.ts';
export { buildReauthenticationPage } from './reauthentication.ts';
export { buildLoginPage, omitPasswords } from './sign-in.ts';
