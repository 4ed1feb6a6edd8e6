export { type AuditAction, createAuditActionFormatter } from '../feature/audit-actions.ts';
export { addressRetentionMs, deleteAuditDetails } from './forget.ts';
export { formerActions } from './former-actions.ts';
export {
  type AuditCursor,
  type AuditFilter,
  backupMadeAction,
  countActions,
  countAuditEntriesAbout,
  findFirstBackupTime,
  findLastBackupTime,
  findLastEntryOfAction,
  hasOtherActorNamed,
  listActionsOnSubject,
  listAuditColumnValues,
  listAuditEntriesAbout,
  listAuditPage,
  offsiteCopyAction,
  selectSubjectsActedOn,
} from './queries.ts';
export { createAuditContext, recordAudit } from './record.ts';
export { createRefusalCounter } from './refused-sign-ins.ts';
