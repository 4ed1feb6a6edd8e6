export { adminsOnly, askAnAdmin, mayManageContent as mayManage, mayManageShow, mayUse, signedIn } from './access.ts';
export type { AccountCreatedHandler as GreetNewcomer, NewAccount as Newcomer } from './account-created.ts';
export { assertCanManageRole as guardAdminRole } from './admin-role-guard.ts';
export { checkNewPassword } from './check-new-password.ts';
export { resolveVisitor as visitorOf } from './current-visitor.ts';
export {
  createEmailChangeLink as recordEmailLink,
  deleteEmailChangeLinks as endEmailLinks,
  findEmailChangeLink as findEmailLink,
  newEmailChangeLink as newEmailLink,
} from './email-links.ts';
export {
  blockErasureCancellation as keepShut,
  buildSignedInAnswer as welcome,
  cancelErasure as takeErasureBack,
  deleteErasure as forgetErasure,
  deleteUser as forgetUser,
  erasureKind,
  findErasure,
  isErasurePending as erasureIsPending,
  scheduleErasure as recordErasure,
} from './erasures.ts';
export {
  consumeInvitation as takeInvitation,
  createInvitation as recordInvitation,
  findInvitationById as invitationById,
  findInvitationByToken as findInvitation,
  findInvitedEmails as invitedAlready,
  isOnlyAccount as isAlone,
  listInvitedNames as namesInvitedAs,
  listOpenInvitations as openInvitations,
  restoreInvitation,
  withdrawInvitation,
} from './invitations.ts';
export { createInviterCheck as senderStatus } from './inviter-check.ts';
export {
  createKnownDevice as recordDevice,
  deleteKnownDevices as forgetDevices,
  findKnownDevice as knownDevice,
  knownDeviceLifetimeMs as deviceLasts,
  newDeviceToken as newDevice,
  setDeviceCookie as keepDevice,
} from './known-devices.ts';
export { ownLog } from './own-log.ts';
export { type Asker, argon2Hashing, type PasswordHashing } from './password-hash.ts';
export { buildEmail as mailTo, queueAccountEmail as post } from './queue-mail.ts';
export { accountLimits } from './rate-limits.ts';
export {
  closeRegistrations as endRegistrations,
  createRegistration as recordRegistration,
  findLatestRegistration as newestRegistration,
  findRegistration,
} from './registrations.ts';
export {
  consumeResetLink as takeResetLink,
  createResetLink as recordResetLink,
  deleteAllSingleUseLinks as endEveryLink,
  findResetLink,
  invalidateSingleUseLinks as endResetLinks,
  mayMailResetLink,
  newResetLink,
  resetLinkDelay,
} from './reset-links.ts';
export {
  createSession as startSession,
  endEverySession,
  endOtherSessions,
  endSession,
  findSession,
  hasSession as sessionLasts,
  listActiveSessions as lastingSessionsOf,
  newSession as sessionFor,
  newSessionRenewal as renewedSession,
  renewSession,
  requireSession,
  sessionCookie,
  sessionLimitsMs as sessionTimes,
  setSessionCookie as keepToken,
} from './sessions.ts';
export { signInUser as openSession } from './sign-in-user.ts';
export {
  AccountNotFoundError as NoSuchAccount,
  accountsWithHashes,
  assertAdminRemains as keepAnAdmin,
  changeEmail,
  changeStatus,
  changeUser,
  createUser as recordUser,
  emergencyContactsView,
  findRegisteredEmails as addressesOfUsers,
  findSignInStatus as signInStatusOf,
  findUser,
  findUserByEmail,
  findUserName,
  hasAdmin,
  hasAnyAccountOrRequest as isAnybodyKnown,
  hasSecondAdmin,
  isActiveAccountSql as accountIsOpen,
  listAdminEmails as adminEmails,
  listOtherUserNames as namesOfOthers,
  listPermissionOverrides as itemChanges,
  listUsersAwaitingApproval as usersAwaiting,
  type NewUser,
  requireUserByEmail as accountOf,
  saveAccess,
  setPasswordHash,
  setPostNotifications as setToldOfPosts,
  usersView,
} from './store.ts';
