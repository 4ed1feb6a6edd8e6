import type { Instant } from '#platform/shared/dates/dates.ts';
import { type Id, newId } from '../crypto/ids.ts';
import type { DbTransaction } from '../database/index.ts';
import type { AuditAction } from '../feature/audit-actions.ts';
import type { CallRequest } from '../http/routes/call.ts';

/**
 * The actor, action, time and origin of each recorded action. Rows are only added. The only change to a row is that
 * personal data is removed (`forget.ts`).
 */
export interface AuditTable {
  id: string;
  at: string;
  /** The user's id; "" for the program itself, and once the user is erased. */
  actor_id: string;
  /** The name at that time, until the user is erased. */
  actor_name: string;
  /** A code of `AuditActions`: `account.signed_in`, `show.changed`. */
  action: string;
  /** The id of the subject; "" if there is none, or once that person is erased. */
  subject: string;
  detail: string;
  /**
   * The network address of the request, or the network of counted refusals; "" for the program itself, after ninety
   * days, and once the actor is erased.
   */
  address: string;
}

/**
 * A table that has a row only inside a transaction that erases parts of the log. The log's triggers check for that row.
 */
export interface AuditForgettingTable {
  id: string;
}

declare module '../database/core/schema.ts' {
  interface Tables {
    audit: AuditTable;
    audit_forgetting: AuditForgettingTable;
  }
}

type AuditedRequest = Pick<CallRequest, 'visitor' | 'client' | 'now'>;

interface AuditContext {
  id: Id;
  at: string;
  actor: { id: Id; name: string };
  address: string;
}

/**
 * Returns a new id, and the actor, time and origin of a change, for its audit entry; with the action if given. Call it
 * outside the write, which may run twice.
 */
export function createAuditContext(request: AuditedRequest): AuditContext;
export function createAuditContext(
  request: AuditedRequest,
  action: AuditAction,
): AuditContext & { action: AuditAction };
export function createAuditContext({ visitor, client, now }: AuditedRequest, action?: AuditAction) {
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
