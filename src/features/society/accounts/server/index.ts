export {
  adminRequiredMessage,
  adminsOnly,
  assertCanManageRole,
  mayManageContent,
  mayManageShow,
  mayUse,
  signedIn,
} from './access.ts';
export type { AccountCreatedHandler, NewAccount } from './account-created.ts';
export { checkNewPassword } from './check-new-password.ts';
export { resolveVisitor } from './current-visitor.ts';
export {
  blockErasureCancellation,
  buildSignedInResponse,
  cancelErasure,
  deleteErasure,
  deleteUser,
  erasureJobKind,
  findErasure,
  isErasurePending,
  scheduleErasure,
} from './erasures.ts';
export {
  closeInvitations,
  consumeInvitation,
  createInvitation,
  createInviterCheck,
  findInvitationByToken,
  findInvitedEmails,
  isOnlyAccount,
  listInvitedNames,
  listOpenInvitations,
  restoreInvitation,
  withdrawInvitation,
} from './invitations.ts';
export {
  createKnownDevice,
  deleteKnownDevices,
  findKnownDevice,
  generateDeviceToken,
  knownDeviceLifetimeMs,
  setDeviceCookie,
} from './known-devices.ts';
export { listOwnLog } from './own-log.ts';
export { createArgon2Hashing, type PasswordCheckOrigin, type PasswordHashing } from './password-hash.ts';
export { buildEmail, queueAccountEmail } from './queue-mail.ts';
export { accountLimits } from './rate-limits.ts';
export {
  closeRegistrations,
  createRegistration,
  findLatestRegistration,
  findRegistration,
} from './registrations.ts';
export {
  buildSession,
  buildSessionRenewal,
  createSession,
  endEverySession,
  endOtherSessions,
  endSession,
  findSession,
  hasSession,
  listActiveSessions,
  renewSession,
  requireSession,
  sessionCookie,
  sessionLimitsMs,
  setSessionCookie,
} from './sessions.ts';
export { signInUser } from './sign-in-user.ts';
export {
  buildEmailChangeLink,
  composeResetLink,
  consumeResetLink,
  createEmailChangeLink,
  createResetLink,
  deleteAllSingleUseLinks,
  deleteEmailChangeLinks,
  findEmailChangeLink,
  findResetLink,
  invalidateSingleUseLinks,
  mayMailResetLink,
  resetLinkDelay,
} from './single-use-links.ts';
export {
  AccountError,
  assertAdminRemains,
  changeEmail,
  changeStatus,
  changeUser,
  createUser,
  emergencyContactsView,
  findRegisteredEmails,
  findSignInStatus,
  findUser,
  findUserByEmail,
  findUserName,
  hasAdmin,
  hasAnyAccountOrRequest,
  hasSecondAdmin,
  isActiveAccountSql,
  listAccountsWithHashes,
  listAdminEmails,
  listOtherUserNames,
  listPermissionOverrides,
  listUsersAwaitingApproval,
  type NewUser,
  requireUserByEmail,
  saveAccess,
  setPasswordHash,
  setPostNotifications,
  usersView,
} from './store.ts';
