import type { DbReader } from '../database/index.ts';

/** Finds the current names of one kind of audit-log subject: of those with these ids or, without ids, of all. */
export type FindAuditSubjects = (db: DbReader, ids?: readonly string[]) => Promise<{ id: string; name: string }[]>;

/** The codes of the actions in the audit log. Features add theirs by declaration merging, next to the labels. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by features
export interface AuditActions {}

export type AuditAction = keyof AuditActions;

/** The labels of a feature's actions. Each continues a sentence that begins with a name: "changed a show". */
export type AuditActionLabels = Readonly<Partial<Record<AuditAction, string>>>;

/**
 * Creates a function that returns the label of an action by its code. A code without a label, such as one from an older
 * backup, is returned unchanged.
 */
export function createAuditActionFormatter(contributed: readonly AuditActionLabels[]): (action: string) => string {
  const labels = new Map<string, string>(contributed.flatMap(Object.entries));
  return (action) => labels.get(action) ?? action;
}
