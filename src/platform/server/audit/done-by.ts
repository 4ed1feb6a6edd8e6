import { type Id, newId } from '../crypto/ids.ts';
import type { AuditAction } from '../feature/audit-actions.ts';
import type { CallRequest } from '../http/routes/call.ts';

type AuditedRequest = Pick<CallRequest, 'visitor' | 'client' | 'now'>;

interface AuditContext {
  id: Id;
  at: string;
  actor: { id: Id; name: string };
  address: string;
}

/**
 * Returns the actor, time and origin of a change for its audit entry, with the action if given. Made outside the write,
 * which may run twice.
 */
export function auditContextFrom(request: AuditedRequest): AuditContext;
export function auditContextFrom(request: AuditedRequest, action: AuditAction): AuditContext & { action: AuditAction };
export function auditContextFrom({ visitor, client, now }: AuditedRequest, action?: AuditAction) {
  const context = { id: newId(), at: now, actor: { id: visitor.id, name: visitor.name }, address: client.notedAddress };
  return action ? { ...context, action } : context;
}
