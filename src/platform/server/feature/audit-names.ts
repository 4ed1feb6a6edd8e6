import type { Reading } from '../database/index.ts';

/** What is called by a name today, of one kind of things that the log can be about: those with these ids, or all. */
export type AuditNames = (db: Reading, ids?: readonly string[]) => Promise<{ id: string; name: string }[]>;
