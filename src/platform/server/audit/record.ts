import type { Instant } from '#platform/shared/dates/dates.ts';
import { day, subtractMs } from '#platform/shared/dates/durations.ts';
import { type Id, newId } from '../crypto/ids.ts';
import { type Database, type DbTransaction, runInBatches, write } from '../database/index.ts';
import type { AuditAction } from '../feature/audit-actions.ts';
import { createMentionPattern, type DataSubject, type PersonalData } from '../feature/personal-data.ts';
import type { CallRequest } from '../http/routes/call.ts';
import { defineScheduledJob, type JobHandler } from '../jobs/job-handler.ts';

/**
 * The actor, action, time and origin of each recorded action. Rows are only added. The only change to a row is that
 * personal data is removed from it.
 */
export interface AuditTable {
  id: string;
  at: string;
  /** The user's id; "" for the program itself, and once the user is erased. */
  actor_id: string;
  /** The actor's name at that time; "" for the program itself, and `somebodyErased` once the user is erased. */
  actor_name: string;
  /** A code of `AuditActions`: `account.signed_in`, `show.changed`. */
  action: string;
  /** The id of the subject; "" if there is none, or once the user who is the subject is erased. */
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

/**
 * The period for which the log stores network addresses. It is long enough to investigate incidents that are noticed
 * late.
 */
export const networkAddressRetentionMs = 90 * day;

/** The replacement for a name in the log. The table's triggers accept no other one. */
const somebodyErased = 'an erased account';

/** The number of entries whose addresses are removed in one write. It is limited, so that other writes wait less. */
const entriesPerWrite = 500;

/** Runs `work` while the database allows erasure in the log's rows. Every other change to them is still refused. */
async function whileErasureAllowed(tx: DbTransaction, work: () => Promise<void>): Promise<void> {
  const permit = 'forgetting';
  await tx.insertInto('audit_forgetting').values({ id: permit }).execute();
  await work();
  await tx.deleteFrom('audit_forgetting').where('id', '=', permit).execute();
}

/** Removes the network addresses from entries before the given time. */
export async function deleteAuditNetworkAddresses(db: Database, before: Instant): Promise<void> {
  for (;;) {
    const old = await db.read
      .selectFrom('audit')
      .select('id')
      .where('at', '<', before)
      .where('address', '<>', '')
      .limit(entriesPerWrite)
      .execute();
    if (old.length === 0) return;
    const ids = old.map(({ id }) => id);
    await write(db, (tx) =>
      whileErasureAllowed(tx, async () => {
        await tx.updateTable('audit').set({ address: '' }).where('id', 'in', ids).execute();
      }),
    );
  }
}

/** Removes an erased user's identity from the log: as actor, as subject and in details. The actions stay. */
export async function anonymiseAuditEntries(tx: DbTransaction, holder: DataSubject): Promise<void> {
  const { id } = holder;
  const named = createMentionPattern(holder);
  const entries = await tx.selectFrom('audit').select(['id', 'detail']).where('detail', '<>', '').execute();
  const naming = entries.filter(({ detail }) => detail.search(named) >= 0).map((entry) => entry.id);
  await whileErasureAllowed(tx, async () => {
    const anonymous = { actor_id: '', actor_name: somebodyErased, address: '' };
    await tx.updateTable('audit').set({ detail: '' }).where('subject', '=', id).execute();
    await runInBatches(naming, (some) => tx.updateTable('audit').set({ detail: '' }).where('id', 'in', some).execute());
    await tx.updateTable('audit').set({ subject: '' }).where('subject', '=', id).execute();
    await tx.updateTable('audit').set(anonymous).where('actor_id', '=', id).execute();
  });
}

/** Removes the details of actions on these subjects, because they may repeat words about an erased person. */
export async function deleteAuditDetails(tx: DbTransaction, subjects: readonly string[]): Promise<void> {
  await whileErasureAllowed(tx, () =>
    runInBatches(subjects, (some) =>
      tx.updateTable('audit').set({ detail: '' }).where('subject', 'in', some).where('detail', '<>', '').execute(),
    ),
  );
}

export const defineNetworkAddressRetentionJob = ({ db, clock }: { db: Database; clock: () => Date }): JobHandler =>
  defineScheduledJob(
    {
      kind: 'forget-addresses',
      name: 'Deleting old network addresses from the log',
      schedule: { every: 'day', at: '03:20' },
    },
    () => deleteAuditNetworkAddresses(db, subtractMs(clock(), networkAddressRetentionMs)),
  );

/**
 * The audit log's entries about somebody, as actor or as subject. An erasure removes the person's identity, but not the
 * actions.
 */
export const auditPersonalData: PersonalData = {
  name: 'log',
  tables: ['audit'],
  about: async (db, { id }, { formatAction }) => {
    const entries = await db
      .selectFrom('audit')
      .select(['at', 'actor_id', 'actor_name', 'action', 'detail', 'address'])
      .where((entry) => entry.or([entry('actor_id', '=', id), entry('subject', '=', id)]))
      .orderBy('at')
      .orderBy('id')
      .execute();
    // Other people's network addresses are their own personal data
    return entries.map(({ at, actor_id, actor_name, action, detail, address }) => ({
      ...{ at, actor_name, action: formatAction(action), detail },
      address: actor_id === id ? address : '',
    }));
  },
  erase: anonymiseAuditEntries,
};
