export { doneBy } from './done-by.ts';
export { lastBackup, madeBackup } from './last-backup.ts';
export { type AuditPlace, auditAbout, auditStretch, auditValues, type Sought } from './reading.ts';
export { recordAudit } from './record.ts';
export { countRefusals } from './refused.ts';
