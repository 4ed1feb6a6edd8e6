import type { Instant } from '#platform/shared/dates/dates.ts';
import { type Id, newId } from '../crypto/ids.ts';
import type { DbTransaction } from '../database/index.ts';
import type { AuditAction } from '../feature/audit-actions.ts';
import type { CallRequest } from '../http/routes/call.ts';
import type { AuditTable } from './tables.ts';

type AuditedRequest = Pick<CallRequest, 'visitor' | 'client' | 'now'>;

interface AuditContext {
  id: Id;
  at: string;
  actor: { id: Id; name: string };
  address: string;
}

/**
 * Returns the actor, time and origin of a change for its audit entry, with the action if given. Call it outside the
 * write, which may run twice.
 */
export function auditContextFrom(request: AuditedRequest): AuditContext;
export function auditContextFrom(request: AuditedRequest, action: AuditAction): AuditContext & { action: AuditAction };
export function auditContextFrom({ visitor, client, now }: AuditedRequest, action?: AuditAction) {
  const context = { id: newId(), at: now, actor: { id: visitor.id, name: visitor.name }, address: client.notedAddress };
  return action ? { ...context, action } : context;
}

interface AuditEntry {
  /** Created outside the write, which may run twice. */
  id: Id;
  at: Instant;
  /** The actor; undefined for the program itself. */
  actor?: { id: Id; name: string } | undefined;
  action: AuditAction;
  subject?: string;
  detail?: string;
  address?: string;
}

/** Records an action in the transaction that performs it, so that both are committed or neither. */
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
