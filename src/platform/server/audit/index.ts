export { doneBy } from './done-by.ts';
export { forgetDetails } from './forget.ts';
export { keepsAddresses } from './keeps-addresses.ts';
export { lastBackup, madeBackup } from './last-backup.ts';
export {
  type AuditPlace,
  actsOn,
  auditAbout,
  auditStretch,
  auditValues,
  countActs,
  lastActor,
  othersActedAs,
  type Sought,
  subjectsOf,
  type Uncounted,
} from './queries.ts';
export { recordAudit } from './record.ts';
export { countRefusals } from './refused-sign-ins.ts';
