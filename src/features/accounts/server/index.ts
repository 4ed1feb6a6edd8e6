export { mayManageShow, mayUse, signedIn } from './access.ts';
export { directorsOf } from './directors.ts';
export { loginPage } from './pages.ts';
export { endOtherSessions, endSession, sessionCookie, sessionFor, startSession } from './sessions.ts';
export {
  adminEmails,
  findUser,
  linkPerson,
  membersOfShow,
  type NewUser,
  recordUser,
  setToldOfPosts,
} from './store.ts';
export { visitorOf } from './visitors.ts';
