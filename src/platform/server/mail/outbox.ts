import type { Instant } from '#platform/shared/dates/dates.ts';
import { minute, subtractMs } from '#platform/shared/dates/durations.ts';
import type { Encryption } from '../crypto/encryption.ts';
import type { Id } from '../crypto/ids.ts';
import { type DbReader, type DbTransaction, runInBatches } from '../database/index.ts';
import {
  deleteJobs,
  dismissJob,
  type JobId,
  queueJob,
  retryFailedJob,
  retryJobNow,
  selectJobsOfKind,
} from '../jobs/job-store.ts';
import type { MailTable } from './tables.ts';

/** An email before it is queued. Its id becomes its Message-ID, by which mail servers recognise it. */
export interface NewMail {
  id: Id;
  /** The email's idempotency key: while this email is stored, queueing another one with the same key does nothing. */
  idempotencyKey: string;
  /** The recipient's address; only one. */
  to: string;
  /** The name shown before the sender's address. */
  fromName: string;
  /** The reply address, if it isn't the sender's address. */
  replyTo?: string;
  subject: string;
  text: string;
  html?: string;
  /** Set for an email with a link that gives access to anybody who has it. */
  secret?: MailSecret | undefined;
  /**
   * The email's attachments: the kind of `MailAttachmentProvider` that creates them, and the input with which they are
   * created when the email is sent.
   */
  attached?: { kind: string; id: Id } | undefined;
  /** The mail server through which the email must be sent, if it is the one that was just replaced. */
  serverId?: Id | undefined;
  at: Instant;
}

/** The kind of the job that delivers an email; the job's key is the email's id. */
export const mailJobKind = 'mail';

const deliveryOf = (id: Id): JobId => ({ kind: mailJobKind, key: id });

/** The prefix of the idempotency key of an email that is sent again; the id of the first email follows it. */
const sentAgain = 'again';
/** Returns the beginning of the keys of an email's copies. */
export const buildResentKeyPrefix = (id: Id): string => `${sentAgain} ${id} `;

/**
 * Converts a text to one line of at most 500 characters, as a header requires: line breaks and unprintable characters
 * become spaces.
 */
const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 500);

/**
 * Queues an email in the same transaction as the change that it reports, so that both are committed or neither. The
 * email is sent soon after, by the first process that claims it.
 */
export async function queueEmail(tx: DbTransaction, mail: NewMail): Promise<void> {
  await store(tx, {
    ...redactMailSecret({ id: mail.id, text: mail.text, html: mail.html ?? '' }, mail.secret),
    idempotency_key: mail.idempotencyKey,
    to: oneLine(mail.to),
    from_name: oneLine(mail.fromName),
    reply_to: oneLine(mail.replyTo ?? ''),
    subject: oneLine(mail.subject),
    created_at: mail.at,
    attached_kind: mail.attached?.kind ?? '',
    attached_id: mail.attached?.id ?? '',
    kept: 0,
    server_id: mail.serverId ?? null,
  });
}

async function store(tx: DbTransaction, mail: MailTable): Promise<void> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('mail')
    .values(mail)
    .onConflict((clash) => clash.column('idempotency_key').doNothing())
    .executeTakeFirst();
  const at = mail.created_at;
  if (numInsertedOrUpdatedRows > 0n) await queueJob(tx, { ...deliveryOf(mail.id), due: at, at });
}

/**
 * Queues an email again. A failed email gets all of its attempts again. With `isNew`, it is also dated now, because its
 * writer has sent the same text again. For a delivered email, a copy with the id `copy` is queued, because mail servers
 * drop emails with a known id. Returns false if the email is still waiting, or has been deleted.
 */
export async function resendMail(
  tx: DbTransaction,
  id: Id,
  { copy, now, isNew = false }: { copy: Id; now: Instant; isNew?: boolean },
): Promise<boolean> {
  if (await retryFailedJob(tx, deliveryOf(id), now)) {
    if (isNew) await tx.updateTable('mail').set({ created_at: now }).where('id', '=', id).execute();
    return true;
  }
  const mail = await tx
    .selectFrom('mail')
    .innerJoin(selectJobsOfKind(tx, mailJobKind).as('job'), 'job.key', 'mail.id')
    .selectAll('mail')
    .where('mail.id', '=', id)
    .where('job.status', '=', 'done')
    .executeTakeFirst();
  if (!mail) return false;
  // If the button is pressed twice within a minute, even by two people, the email is sent once
  const keyAt = (at: Instant) => `${buildResentKeyPrefix(id)}${at.slice(0, 16)}`;
  const aMinuteAgo = subtractMs(now, minute);
  const sent = await tx
    .selectFrom('mail')
    .select('id')
    .where('idempotency_key', 'in', [keyAt(now), keyAt(aMinuteAgo)])
    .where('created_at', '>', aMinuteAgo)
    .executeTakeFirst();
  const about = { id: copy, idempotency_key: keyAt(now), created_at: now, kept: 0 } as const;
  if (!sent) await store(tx, { ...mail, ...about });
  return true;
}

/** Makes a waiting email due at once. Returns false if it is no longer waiting, or is being sent. */
export const retryMailNow = (tx: DbTransaction, id: Id, now: Instant): Promise<boolean> =>
  retryJobNow(tx, deliveryOf(id), now);

/** Marks a failed email as dealt with. Returns false if it hasn't failed, or is already marked. */
export const dismissFailedMail = (tx: DbTransaction, id: Id): Promise<boolean> => dismissJob(tx, deliveryOf(id));

/** Deletes emails with their delivery jobs. */
export async function deleteMails(tx: DbTransaction, ids: readonly Id[]): Promise<void> {
  await runInBatches(ids, async (some) => {
    await tx.deleteFrom('mail').where('id', 'in', some).execute();
    await deleteJobs(tx, mailJobKind, some);
  });
}

/**
 * Deletes the emails whose idempotency keys begin with these words, and the copies of these emails that were sent
 * again, because they repeat erased data.
 *
 * @param words such as "contact" and the id of a message
 */
export async function deleteMailsByKeyPrefix(tx: DbTransaction, ...words: readonly string[]): Promise<void> {
  const prefix = words.join(' ');
  // "!" is the character after the space that ends the prefix
  const copies = await tx
    .selectFrom('mail')
    .select('id')
    .where('idempotency_key', '>=', `${prefix} `)
    .where('idempotency_key', '<', `${prefix}!`)
    .execute();
  for (const { id } of copies) await deleteMailsByKeyPrefix(tx, sentAgain, id);
  await deleteMails(
    tx,
    copies.map(({ id }) => id),
  );
}

/** Returns those of `ids` that belong to stored emails. */
export async function findStoredMailIds(db: DbReader, ids: readonly Id[]): Promise<Set<Id>> {
  const stored = new Set<Id>();
  await runInBatches(ids, async (some) => {
    const rows = await db.selectFrom('mail').select('id').where('id', 'in', some).execute();
    for (const { id } of rows) stored.add(id);
  });
  return stored;
}

/**
 * Deletes emails written before the given time that were sent or have failed for good. Waiting emails are never
 * deleted.
 */
export async function deleteOldMails(tx: DbTransaction, before: Instant): Promise<void> {
  const old = await tx
    .selectFrom('mail')
    .innerJoin(selectJobsOfKind(tx, mailJobKind).as('job'), 'job.key', 'mail.id')
    .select('mail.id')
    .where('job.status', 'in', ['done', 'failed'])
    .where('mail.created_at', '<', before)
    .execute();
  await deleteMails(
    tx,
    old.map(({ id }) => id),
  );
}

/** A token in an email's text that gives access. Only the addressee may see it. */
export interface MailSecret {
  token: string;
  until: Instant;
  encryption: Pick<Encryption, 'encrypt'>;
}

/** The text that replaces the secret for any reader other than the addressee. */
const secretPlaceholder = '[not shown]';

const about = (id: string) => `mail ${id}`;

/** Returns the email in the form in which it may be stored: its text without the token, and the token encrypted. */
function redactMailSecret<Mail extends { id: string; text: string; html: string }>(
  mail: Mail,
  secret: MailSecret | undefined,
): Mail & { secret: string; secret_until: Instant | null } {
  if (!secret) return { ...mail, secret: '', secret_until: null };
  const { token, until, encryption } = secret;
  const without = (text: string) => text.replaceAll(token, secretPlaceholder);
  return {
    ...mail,
    text: without(mail.text),
    html: without(mail.html),
    secret: encryption.encrypt(token, about(mail.id)),
    secret_until: until,
  };
}

/**
 * Restores the email for its addressee; returns undefined if the data key has been replaced since the email was stored.
 */
export function restoreMailSecret(mail: MailTable, encryption: Pick<Encryption, 'decrypt'>): MailTable | undefined {
  if (mail.secret === '') return mail;
  const token = encryption.decrypt(mail.secret, about(mail.id));
  if (token === undefined) return undefined;
  const whole = (text: string) => text.replaceAll(secretPlaceholder, token);
  return { ...mail, text: whole(mail.text), html: whole(mail.html) };
}
