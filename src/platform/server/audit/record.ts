import type { Instant } from '#platform/shared/dates/dates.ts';
import type { Id } from '../crypto/ids.ts';
import type { DbTransaction } from '../database/index.ts';
import type { AuditAction } from '../feature/audit-actions.ts';
import type { AuditTable } from './tables.ts';

interface AuditEntry {
  /** Made outside the write, which may run twice. */
  id: Id;
  at: Instant;
  /** The actor; undefined for the program itself. */
  actor?: { id: Id; name: string } | undefined;
  action: AuditAction;
  subject?: string;
  detail?: string;
  address?: string;
}

/** Records an action in its own transaction: both happen, or neither. */
export async function recordAudit(tx: DbTransaction, entry: AuditEntry): Promise<void> {
  const { id, at, actor, action, subject = '', detail = '', address = '' } = entry;
  const row: AuditTable = {
    id,
    at,
    actor_id: actor?.id ?? '',
    actor_name: actor?.name ?? '',
    action,
    subject,
    detail,
    address,
  };
  await tx.insertInto('audit').values(row).execute();
}
