import type { Reading } from '../database/index.ts';

/** What one kind of subject of the audit log is called today: those with these ids, or all. */
export type AuditSubjects = (db: Reading, ids?: readonly string[]) => Promise<{ id: string; name: string }[]>;
