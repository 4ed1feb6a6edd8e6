export { type AuditAction, createAuditActionFormatter } from '../feature/audit-actions.ts';
export { actionsByFormerName } from './former-actions.ts';
export {
  type AuditCursor,
  type AuditFilter,
  backupMadeAction,
  countActionsOfActor,
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
  selectSubjectIdsOfActor,
} from './queries.ts';
export { createAuditContext, deleteAuditDetails, networkAddressRetentionMs, recordAudit } from './record.ts';
export { createRefusalCounter } from './refused-sign-ins.ts';
