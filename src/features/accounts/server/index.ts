export { mayManage, mayManageShow, mayUse, signedIn } from './access.ts';
export { leaveAdminsToAdmins } from './admins-alone.ts';
export { type Bucket, bucket, putBack, takeFrom } from './attempt-limits.ts';
export { checkNewPassword } from './check-new-password.ts';
export { visitorOf } from './current-visitor.ts';
export { type Erasure, welcome } from './erasure.ts';
export { argon2Hashing, type PasswordHashing } from './hashing.ts';
export { standingBySender } from './inviters.ts';
export { forgetDevices, keepDevice, knownDevice, newDevice, recordDevice } from './known-devices.ts';
export { keepAnAdmin } from './last-admin.ts';
export { openSession } from './open-session.ts';
export { ownLog } from './own-log.ts';
export { mailTo, post } from './queue-mail.ts';
export {
  after,
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
  accountOf,
  adminEmails,
  changeEmail,
  changeUser,
  findUser,
  findUserByEmail,
  itemChanges,
  linkPerson,
  membersOfShow,
  type NewUser,
  NoSuchAccount,
  recordUser,
  setItemChanges,
  setPasswordHash,
  setToldOfPosts,
} from './store.ts';
