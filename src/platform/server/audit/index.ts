export { recordAudit } from './record.ts';
