export { auditAbout } from './reading.ts';
export { recordAudit } from './record.ts';
