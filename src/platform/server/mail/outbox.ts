import type { Instant } from '#platform/shared/dates/dates.ts';
import { earlier, minute } from '#platform/shared/dates/durations.ts';
import type { Id } from '../crypto/ids.ts';
import { type DbReader, type DbTransaction, inBatches } from '../database/index.ts';
import { selectJobs } from '../jobs/job-queries.ts';
import { deleteJobs, dismissJob, type JobId, queueJob, retryFailedJob, retryJobNow } from '../jobs/job-store.ts';
import { type MailSecret, redactSecret } from './secret.ts';
import type { MailTable } from './tables.ts';

/** A mail before it is queued. Its id becomes its Message-ID, by which mail servers recognise it. */
export interface NewMail {
  id: Id;
  /** A key for the email's subject: queueing a second one with the same key does nothing. */
  idempotencyKey: string;
  /** One address. */
  to: string;
  /** The name shown before the address that mails come from. */
  fromName: string;
  /** The reply address, if it isn't the sender's. */
  replyTo?: string;
  subject: string;
  text: string;
  html?: string;
  /** For an email with a link that gives access to anybody who has it. */
  secret?: MailSecret | undefined;
  /** Its attachments: the kind of `MailAttachments` that creates them, and its input when the mail is sent. */
  attached?: { kind: string; id: Id } | undefined;
  at: Instant;
}

/** The kind of the job that delivers a mail; its key is the mail's id. */
export const mailKind = 'mail';

const deliveryOf = (id: Id): JobId => ({ kind: mailKind, key: id });

/** The prefix of the idempotency key of a copy that is sent again, before the id of the first mail. */
const sentAgain = 'again';

/** Ids in one statement. */
const atOnce = 500;

/** Makes one line, as a header has to be: line breaks and unprintable characters become spaces. */
const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 500);

/**
 * Queues an email in the transaction of the change it reports: both happen, or neither. It leaves soon after, from the
 * first process that claims it.
 */
export async function queueMail(tx: DbTransaction, mail: NewMail): Promise<void> {
  await store(tx, {
    ...redactSecret({ id: mail.id, text: mail.text, html: mail.html ?? '' }, mail.secret),
    idempotency_key: mail.idempotencyKey,
    to: oneLine(mail.to),
    from_name: oneLine(mail.fromName),
    reply_to: oneLine(mail.replyTo ?? ''),
    subject: oneLine(mail.subject),
    created_at: mail.at,
    attached_kind: mail.attached?.kind ?? '',
    attached_id: mail.attached?.id ?? '',
    kept: 0,
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
 * Queues a mail again. A failed one gets a fresh set of attempts; for a delivered one a copy with the id `copy` is
 * queued, because mail servers drop duplicates. Returns false if it is still waiting.
 */
export async function resendMail(
  tx: DbTransaction,
  id: Id,
  { copy, now }: { copy: Id; now: Instant },
): Promise<boolean> {
  if (await retryFailedJob(tx, deliveryOf(id), now)) return true;
  const mail = await tx
    .selectFrom('mail')
    .innerJoin(selectJobs(tx, mailKind).as('job'), 'job.key', 'mail.id')
    .selectAll('mail')
    .where('mail.id', '=', id)
    .where('job.status', '=', 'done')
    .executeTakeFirst();
  if (!mail) return false;
  // Pressed twice, or by two people at once, it is sent once
  const keyAt = (at: Instant) => `${sentAgain} ${id} ${at.slice(0, 16)}`;
  const aMinuteAgo = earlier(now, minute);
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

/** Makes a waiting mail due at once. Returns false if it isn't waiting any more, or is being sent. */
export const retryMailNow = (tx: DbTransaction, id: Id, now: Instant): Promise<boolean> =>
  retryJobNow(tx, deliveryOf(id), now);

/** Marks a failed mail as dealt with. Returns false if it hasn't failed, or is already marked. */
export const dismissFailedMail = (tx: DbTransaction, id: Id): Promise<boolean> => dismissJob(tx, deliveryOf(id));

/** Deletes mails with their delivery jobs. */
export async function deleteMails(tx: DbTransaction, ids: readonly Id[]): Promise<void> {
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce);
    await tx.deleteFrom('mail').where('id', 'in', some).execute();
    await deleteJobs(tx, mailKind, some);
  }
}

/**
 * Deletes the emails whose idempotency keys begin with these words, and those sent again: they carry a copy of erased
 * data.
 *
 * @param words such as "contact" and the id of a message
 */
export async function deleteCopies(tx: DbTransaction, ...words: readonly string[]): Promise<void> {
  const prefix = words.join(' ');
  // "!" is the character after the space that ends the prefix
  const copies = await tx
    .selectFrom('mail')
    .select('id')
    .where('idempotency_key', '>=', `${prefix} `)
    .where('idempotency_key', '<', `${prefix}!`)
    .execute();
  for (const { id } of copies) await deleteCopies(tx, sentAgain, id);
  await deleteMails(
    tx,
    copies.map(({ id }) => id),
  );
}

/** Returns those of the ids that belong to stored mails. */
export async function storedMails(db: DbReader, ids: readonly Id[]): Promise<Set<Id>> {
  const stored = new Set<Id>();
  await inBatches(ids, async (some) => {
    const rows = await db.selectFrom('mail').select('id').where('id', 'in', some).execute();
    for (const { id } of rows) stored.add(id);
  });
  return stored;
}

/**
 * Deletes mails that left, or failed for good, and were written before that moment. Waiting mails are never deleted.
 */
export async function forgetMail(tx: DbTransaction, before: Instant): Promise<void> {
  const old = await tx
    .selectFrom('mail')
    .innerJoin(selectJobs(tx, mailKind).as('job'), 'job.key', 'mail.id')
    .select('mail.id')
    .where('job.status', 'in', ['done', 'failed'])
    .where('mail.created_at', '<', before)
    .execute();
  await deleteMails(
    tx,
    old.map(({ id }) => id),
  );
}
