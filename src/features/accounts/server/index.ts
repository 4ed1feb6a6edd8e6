export { mayManage, mayManageShow, mayUse, signedIn } from './access.ts';
export { leaveAdminsToAdmins } from './admins-alone.ts';
export { approvedRegistration, awaitingApproval } from './approving.ts';
export { firstAdminPath, makeAdmin, NoSuchAccount, resetLinkFor } from './break-glass.ts';
export { type Erasure, welcome } from './erasure.ts';
export { argon2Hashing, type PasswordHashing } from './hashing.ts';
export { newInvitation } from './invitations.ts';
export { standingBySender } from './inviters.ts';
export { keepAnAdmin } from './last-admin.ts';
export { letIn } from './letting-in.ts';
export { askToSignIn } from './login-page.ts';
export { mailTo, post } from './post-office.ts';
export { passwordPage } from './reauthenticating.ts';
export { recordInvitation } from './registration-store.ts';
export { endResetLinks, newResetLink, recordResetLink } from './reset-links.ts';
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
export { forgettingExpired } from './tidying.ts';
export { visitorOf } from './visitors.ts';
