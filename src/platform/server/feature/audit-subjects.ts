import type { DbReader } from '../database/index.ts';

/** Finds the present names of one kind of audit-log subject: of those with these ids, or of all. */
export type AuditSubjects = (db: DbReader, ids?: readonly string[]) => Promise<{ id: string; name: string }[]>;
