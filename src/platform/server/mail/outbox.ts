import type { Instant } from '#platform/shared/dates.ts';
import type { Id } from '../crypto/ids.ts';
import type { Reading, Writing } from '../database/index.ts';
import { concealed, type MailSecret } from './secret.ts';
import type { MailTable } from './tables.ts';

/** A mail before it is queued. Its id becomes its Message-ID, by which mail servers recognise it. */
export interface NewMail {
  id: Id;
  /** A key for what the mail is about: queueing a second one with the same key does nothing. */
  idempotencyKey: string;
  /** One address. */
  to: string;
  /** The name shown before the address that mails come from. */
  fromName: string;
  /** Where an answer goes, if elsewhere. */
  replyTo?: string;
  subject: string;
  text: string;
  html?: string;
  /** For a mail with a link that gives access to whoever has it. */
  secret?: MailSecret | undefined;
  at: Instant;
}

/** One line, as a header has to be: line breaks and what can't be printed become spaces. */
const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 500);

/**
 * Queues a mail in the transaction of what it reports: both happen, or neither. It leaves soon after, from whichever
 * process claims it first.
 */
export async function queueMail(tx: Writing, mail: NewMail): Promise<void> {
  await tx
    .insertInto('mail')
    .values({
      ...concealed({ id: mail.id, text: mail.text, html: mail.html ?? '' }, mail.secret),
      idempotency_key: mail.idempotencyKey,
      to: oneLine(mail.to),
      from_name: oneLine(mail.fromName),
      reply_to: oneLine(mail.replyTo ?? ''),
      subject: oneLine(mail.subject),
      created_at: mail.at,
      status: 'waiting',
      attempts: 0,
      next_attempt_at: mail.at,
      last_error: '',
      sent_at: null,
      in_hand: 0,
      let_go: 0,
    })
    .onConflict((clash) => clash.column('idempotency_key').doNothing())
    .execute();
}

/** The id of the next mail due at `now`; undefined when there is none. */
export async function nextInTurn(db: Reading, now: Instant): Promise<Id | undefined> {
  const row = await db
    .selectFrom('mail')
    .select('id')
    .where('status', '=', 'waiting')
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/**
 * Claims a mail, so that no other process does before `until`. If a process dies while it sends, the mail can be
 * claimed again then. Undefined when another was quicker.
 */
export async function claim(
  tx: Writing,
  { id, now, until }: { id: Id; now: Instant; until: Instant },
): Promise<MailTable | undefined> {
  return tx
    .updateTable('mail')
    .set((mail) => ({ attempts: mail('attempts', '+', 1), next_attempt_at: until, in_hand: 1 as const }))
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('next_attempt_at', '<=', now)
    .returningAll()
    .executeTakeFirst();
}

/** Records that a mail has left: it is never claimed again, and its secret is deleted here. */
export async function markSent(tx: Writing, id: Id, at: Instant): Promise<void> {
  await tx
    .updateTable('mail')
    .set({ status: 'sent', sent_at: at, last_error: '', in_hand: 0, secret: '' })
    .where('id', '=', id)
    .execute();
}

/** Records why an attempt failed and when the next is due; without a next one the mail has failed for good. */
export async function markFailed(
  tx: Writing,
  { id, attempts, error, next }: { id: Id; attempts: number; error: string; next: Instant | undefined },
): Promise<void> {
  await tx
    .updateTable('mail')
    .set({ last_error: error, in_hand: 0, ...(next ? { next_attempt_at: next } : { status: 'failed' }) })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    // Not if another process has claimed it since.
    .where('attempts', '=', attempts)
    .execute();
}

/** Makes a mail that waits for its next attempt due at once. False when it doesn't wait any more, or is being sent. */
export async function tryNow(tx: Writing, id: Id, now: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mail')
    .set({ next_attempt_at: now })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('in_hand', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Sends a mail again. One that failed gets all its attempts again; of one that left, `copy` is sent, since mail servers
 * drop a second one with the same id. False when it is waiting anyway.
 */
export async function sendAgain(tx: Writing, id: Id, { copy, now }: { copy: Id; now: Instant }): Promise<boolean> {
  const anew = { status: 'waiting', attempts: 0, next_attempt_at: now, in_hand: 0, let_go: 0 } as const;
  const mail = await tx
    .selectFrom('mail')
    .selectAll()
    .where('id', '=', id)
    .where('status', '<>', 'waiting')
    .executeTakeFirst();
  if (mail?.status === 'failed') await tx.updateTable('mail').set(anew).where('id', '=', id).execute();
  else if (mail) {
    // Pressed twice, or by two people at once, it is sent once
    const idempotency_key = `again ${id} ${now.slice(0, 16)}`;
    await tx
      .insertInto('mail')
      .values({ ...mail, id: copy, idempotency_key, created_at: now, last_error: '', sent_at: null, ...anew })
      .onConflict((clash) => clash.column('idempotency_key').doNothing())
      .execute();
  }
  return mail !== undefined;
}

/** Marks a failed mail as dealt with. False when it hasn't failed, or is marked already. */
export async function dismiss(tx: Writing, id: Id): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mail')
    .set({ let_go: 1 })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .where('let_go', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes mails that left, or failed for good, and were written before that moment. What waits is never deleted. */
export async function forgetMail(tx: Writing, before: Instant): Promise<void> {
  await tx.deleteFrom('mail').where('status', 'in', ['sent', 'failed']).where('created_at', '<', before).execute();
}
