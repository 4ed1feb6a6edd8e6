export { approvedRegistration, awaitingApproval } from '#features/sign-in/server/approval.ts';
export { firstAdminPath, makeAdmin, NoSuchAccount, resetLinkFor } from '#features/sign-in/server/break-glass.ts';
export { forgettingExpired } from '#features/sign-in/server/expiry-job.ts';
export { newInvitation } from '#features/sign-in/server/invitations.ts';
export { askToSignIn } from '#features/sign-in/server/login-page.ts';
export { passwordPage } from '#features/sign-in/server/reauthentication.ts';
export { recordInvitation } from '#features/sign-in/server/registration-store.ts';
export { endResetLinks, newResetLink, recordResetLink } from '#features/sign-in/server/reset-links.ts';
export { mayManage, mayManageShow, mayUse, signedIn } from './access.ts';
export { leaveAdminsToAdmins } from './admins-alone.ts';
export { visitorOf } from './current-visitor.ts';
export { type Erasure, welcome } from './erasure.ts';
export { argon2Hashing, type PasswordHashing } from './hashing.ts';
export { standingBySender } from './inviters.ts';
export { keepAnAdmin } from './last-admin.ts';
export { letIn } from './open-session.ts';
export { mailTo, post } from './queue-mail.ts';
export {
  endOtherSessions,
  endSession,
  findSession,
  keepToken,
  lastingSessionsOf,
  renewedSession,
  renewSession,
  sessionCookie,
  sessionFor,
  startSession,
} from './sessions.ts';
export {
  adminEmails,
  changeEmail,
  changeUser,
  findUser,
  findUserByEmail,
  itemChanges,
  linkPerson,
  membersOfShow,
  type NewUser,
  recordUser,
  setItemChanges,
  setToldOfPosts,
} from './store.ts';
