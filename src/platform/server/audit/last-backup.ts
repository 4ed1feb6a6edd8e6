import type { Instant } from '#platform/shared/dates.ts';
import type { Reading } from '../database/index.ts';
import { listAuditPage } from './queries.ts';

/** The action that every backup records, so that the site knows of it. */
export const backupMadeAction = 'backup.made';

/** Finds when the last backup was made; undefined if none has been. */
export async function lastBackup(db: Reading): Promise<Instant | undefined> {
  const [entry] = await listAuditPage(db, { action: backupMadeAction }, { towards: 'older', count: 1 });
  return entry?.at;
}
