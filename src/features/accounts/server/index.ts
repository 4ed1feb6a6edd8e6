export { mayManageShow, mayUse, signedIn } from './access.ts';
export { awaitingApproval } from './approving.ts';
export { firstAdminPath, makeAdmin, NoSuchAccount, resetLinkFor } from './break-glass.ts';
export { confirmPassword } from './confirming.ts';
export { directorsOf } from './directors.ts';
export type { Erasure } from './erasure.ts';
export { argon2Hashing, type PasswordHashing } from './hashing.ts';
export { letIn } from './letting-in.ts';
export { askToSignIn } from './login-page.ts';
export {
  cookieAge,
  endOtherSessions,
  endSession,
  findSession,
  sessionCookie,
  sessionFor,
  startSession,
} from './sessions.ts';
export {
  adminEmails,
  findUser,
  findUserByEmail,
  linkPerson,
  membersOfShow,
  type NewUser,
  recordUser,
  setToldOfPosts,
} from './store.ts';
export { forgettingExpired } from './tidying.ts';
export { visitorOf } from './visitors.ts';
