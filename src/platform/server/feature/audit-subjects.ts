import type { Reading } from '../database/index.ts';

/** Finds the present names of one kind of audit-log subject: of those with these ids, or of all. */
export type AuditSubjects = (db: Reading, ids?: readonly string[]) => Promise<{ id: string; name: string }[]>;
