export { adminsOnly, askAnAdmin, mayManage, mayManageShow, mayUse, signedIn } from './access.ts';
export { guardAdminRole } from './admin-role-guard.ts';
export { type Bucket, bucket, giveBack, networkBuckets, takeFrom, takeMessage } from './attempt-buckets.ts';
export { checkNewPassword } from './check-new-password.ts';
export { visitorOf } from './current-visitor.ts';
export { endEmailLinks, findEmailLink, newEmailLink, recordEmailLink } from './email-links.ts';
export {
  erasureIsPending,
  erasureKind,
  findErasure,
  forgetErasure,
  forgetUser,
  keepShut,
  recordErasure,
  takeErasureBack,
  welcome,
} from './erasures.ts';
export {
  findInvitation,
  invitationById,
  invitedAlready,
  isAlone,
  namesInvitedAs,
  openInvitations,
  recordInvitation,
  restoreInvitation,
  takeInvitation,
  withdrawInvitation,
} from './invitations.ts';
export { senderStatus } from './inviters.ts';
export { deviceLasts, forgetDevices, keepDevice, knownDevice, newDevice, recordDevice } from './known-devices.ts';
export { hasSecondAdmin, keepAnAdmin } from './last-admin.ts';
export type { GreetNewcomer, Newcomer } from './newcomers.ts';
export { openSession } from './open-session.ts';
export { ownLog } from './own-log.ts';
export { type Asker, argon2Hashing, type PasswordHashing } from './password-hash.ts';
export { mailTo, post } from './queue-mail.ts';
export { endRegistrations, findRegistration, newestRegistration, recordRegistration } from './registrations.ts';
export {
  endEveryLink,
  endResetLinks,
  findResetLink,
  mayMailResetLink,
  newResetLink,
  recordResetLink,
  resetLinkDelay,
  takeResetLink,
} from './reset-links.ts';
export {
  endEverySession,
  endOtherSessions,
  endSession,
  findSession,
  keepToken,
  lastingSessionsOf,
  renewedSession,
  renewSession,
  requireSession,
  sessionCookie,
  sessionFor,
  sessionLasts,
  sessionTimes,
  startSession,
} from './sessions.ts';
export { accountIsOpen, signInStatusOf } from './sign-in-eligibility.ts';
export {
  accountOf,
  accountsWithHashes,
  addressesOfUsers,
  adminEmails,
  changeEmail,
  changeStatus,
  changeUser,
  findUser,
  findUserByEmail,
  hasAdmin,
  isAnybodyKnown,
  itemChanges,
  type NewUser,
  NoSuchAccount,
  namesOfOthers,
  recordUser,
  saveAccess,
  setPasswordHash,
  setToldOfPosts,
  usersAwaiting,
} from './store.ts';
export { emergencyContactsView, usersView } from './views.ts';
