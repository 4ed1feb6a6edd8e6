export { type AuditAction, createActionFormatter } from '../feature/audit-actions.ts';
export { addressRetentionMs as keepsAddresses } from './address-retention.ts';
export { auditContextFrom as doneBy } from './done-by.ts';
export { forgetDetails } from './forget.ts';
export { formerActions } from './former-actions.ts';
export {
  type AuditCursor as AuditPlace,
  type AuditFilter as Sought,
  auditValues,
  backupMadeAction as madeBackup,
  countActs,
  hasOtherActorNamed as othersActedAs,
  lastBackup,
  listActionsOn as actsOn,
  listAuditEntriesAbout as auditAbout,
  listAuditPage as auditStretch,
  subjectsOf,
} from './queries.ts';
export { recordAudit } from './record.ts';
export { createRefusalCounter as countRefusals } from './refused-sign-ins.ts';
