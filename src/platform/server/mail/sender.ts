import type { Instant } from '#platform/shared/dates.ts';
import type { Job } from '../background/jobs.ts';
import type { Encryption } from '../crypto/encryption.ts';
import { type Database, writeQuietly } from '../database/index.ts';
import { claim, markFailed, markSent, nextInTurn } from './outbox.ts';
import { revealed } from './secret.ts';
import type { MailTransport } from './transport.ts';

const minute = 60_000;

/** Minutes from one failed attempt to the next: eight attempts in some two days. */
const pauses = [1, 5, 30, 2 * 60, 6 * 60, 12 * 60, 24 * 60];

/** Longer than any attempt takes: after that, the process that claimed a mail must have died. */
const inHand = 10 * minute;

/** No write here is seen by the public. */

const later = (from: Date, ms: number): Instant => new Date(from.getTime() + ms).toISOString();

interface SenderParts {
  db: Database;
  transport: MailTransport;
  clock: () => Date;
  /** The one that mails were encrypted with. */
  sealing: Pick<Encryption, 'open'>;
}

/** Once the SECRET has changed, a mail can't be decrypted, however often it is tried. */
const unreadable = 'ESEALED';

/**
 * Sends the mails that are due, one by one, until none is left or `signal` says to stop. Safe to run in several
 * processes: a mail is claimed in a write of its own, and sent outside of it. A process that dies after the server
 * accepted a mail but before we recorded that sends it again, under the same Message-ID: at least once, never not at
 * all.
 */
export async function sendDueMail({ db, transport, clock, sealing }: SenderParts, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const now = clock();
    const id = await nextInTurn(db.read, now.toISOString());
    if (!id) return;
    const turn = { id, now: now.toISOString(), until: later(now, inHand) };
    const mail = await writeQuietly(db, (tx) => claim(tx, turn));
    if (!mail) continue;
    const whole = revealed(mail, sealing);
    if (!whole) {
      const failure = { id, attempts: mail.attempts, error: unreadable, next: undefined };
      await writeQuietly(db, (tx) => markFailed(tx, failure));
      continue;
    }
    try {
      await transport.send(whole);
    } catch (error) {
      const pause = pauses[mail.attempts - 1];
      const next = pause === undefined ? undefined : later(clock(), pause * minute);
      const failure = { id, attempts: mail.attempts, error: codesOf(error), next };
      await writeQuietly(db, (tx) => markFailed(tx, failure));
      continue;
    }
    const sentAt = clock().toISOString();
    await writeQuietly(db, (tx) => markSent(tx, id, sentAt));
  }
}

/** What went wrong, in codes: "EENVELOPE 550". A server's own words may repeat addresses. */
function codesOf(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return (
    [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ') || 'fault'
  );
}

/** Mail leaves within two seconds of being queued. */
export const sendMailJob = (parts: Parameters<typeof sendDueMail>[0]): Job => ({
  name: 'mail',
  everyMs: 2000,
  run: (signal) => sendDueMail(parts, signal),
});

/** Deletes stored mails within an hour of their links' end. */
export const sweepMailJob = ({ transport, clock }: Pick<SenderParts, 'transport' | 'clock'>): Job => ({
  name: 'sweeping kept mails',
  everyMs: 60 * minute,
  run: async () => transport.sweep?.(clock()),
});
