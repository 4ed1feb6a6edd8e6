export { type AuditAction, createActionFormatter } from '../feature/audit-actions.ts';
export { addressRetentionMs, deleteAuditDetails } from './forget.ts';
export { formerActions } from './former-actions.ts';
export {
  type AuditCursor,
  type AuditFilter,
  backupMadeAction,
  countActions,
  countAuditEntriesAbout,
  findFirstBackup,
  findLastAction,
  findLastBackup,
  hasOtherActorNamed,
  listAuditEntriesAbout,
  listAuditEntriesOfAction,
  listAuditPage,
  listAuditValues,
  offsiteCopyAction,
  selectSubjectsActedOn,
} from './queries.ts';
export { createAuditContext, recordAudit } from './record.ts';
export { createRefusalCounter } from './refused-sign-ins.ts';
