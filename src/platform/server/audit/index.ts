export { type AuditAction, createActionFormatter } from '../feature/audit-actions.ts';
export { addressRetentionMs as keepsAddresses } from './address-retention.ts';
export { auditContextFrom as doneBy } from './done-by.ts';
export { forgetDetails } from './forget.ts';
export { formerActions } from './former-actions.ts';
export { backupMadeAction as madeBackup, lastBackup } from './last-backup.ts';
export {
  type AuditCursor as AuditPlace,
  type AuditFilter as Sought,
  auditValues,
  countActs,
  hasOtherActorNamed as othersActedAs,
  listActionsOn as actsOn,
  listAuditEntriesAbout as auditAbout,
  listAuditPage as auditStretch,
  subjectsOf,
} from './queries.ts';
export { recordAudit } from './record.ts';
export { createRefusalCounter as countRefusals } from './refused-sign-ins.ts';
