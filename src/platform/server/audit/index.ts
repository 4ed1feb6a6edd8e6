export { doneBy } from './done-by.ts';
export { auditAbout } from './reading.ts';
export { recordAudit } from './record.ts';
