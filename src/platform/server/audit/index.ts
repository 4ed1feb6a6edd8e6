export { type AuditAction, createAuditActionFormatter } from '../feature/audit-actions.ts';
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
export { addressRetentionMs, createAuditContext, deleteAuditDetails, recordAudit } from './record.ts';
export { createRefusalCounter } from './refused-sign-ins.ts';
