export { adminsOnly, askAnAdmin, mayManageContent, mayManageShow, mayUse, signedIn } from './access.ts';
export type { AccountCreatedHandler, NewAccount } from './account-created.ts';
export { assertCanManageRole } from './admin-role-guard.ts';
export { checkNewPassword } from './check-new-password.ts';
export { resolveVisitor } from './current-visitor.ts';
export {
  createEmailChangeLink,
  deleteEmailChangeLinks,
  findEmailChangeLink,
  newEmailChangeLink,
} from './email-links.ts';
export {
  blockErasureCancellation,
  buildSignedInAnswer,
  cancelErasure,
  deleteErasure,
  deleteUser,
  erasureKind,
  findErasure,
  isErasurePending,
  scheduleErasure,
} from './erasures.ts';
export {
  consumeInvitation,
  createInvitation,
  findInvitationById,
  findInvitationByToken,
  findInvitedEmails,
  isOnlyAccount,
  listInvitedNames,
  listOpenInvitations,
  restoreInvitation,
  withdrawInvitation,
} from './invitations.ts';
export { createInviterCheck } from './inviter-check.ts';
export {
  createKnownDevice,
  deleteKnownDevices,
  findKnownDevice,
  knownDeviceLifetimeMs,
  newDeviceToken,
  setDeviceCookie,
} from './known-devices.ts';
export { ownLog } from './own-log.ts';
export { type Asker, argon2Hashing, type PasswordHashing } from './password-hash.ts';
export { buildEmail, queueAccountEmail } from './queue-mail.ts';
export { accountLimits } from './rate-limits.ts';
export {
  closeRegistrations,
  createRegistration,
  findLatestRegistration,
  findRegistration,
} from './registrations.ts';
export {
  consumeResetLink,
  createResetLink,
  deleteAllSingleUseLinks,
  findResetLink,
  invalidateSingleUseLinks,
  mayMailResetLink,
  newResetLink,
  resetLinkDelay,
} from './reset-links.ts';
export {
  createSession,
  endEverySession,
  endOtherSessions,
  endSession,
  findSession,
  hasSession,
  listActiveSessions,
  newSession,
  newSessionRenewal,
  renewSession,
  requireSession,
  sessionCookie,
  sessionLimitsMs,
  setSessionCookie,
} from './sessions.ts';
export { signInUser } from './sign-in-user.ts';
export {
  AccountNotFoundError,
  accountsWithHashes,
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
