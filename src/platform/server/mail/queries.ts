import type { Instant } from '#platform/shared/dates/dates.ts';
import { ROWS_PER_PAGE } from '#platform/shared/tables/table.ts';
import { foldText } from '#platform/shared/text/text.ts';
import type { DbReader } from '../database/index.ts';
import { selectJobsOfKind } from '../jobs/job-store.ts';
import { buildResentKeyPrefix, mailJobKind } from './outbox.ts';

/** The emails to list, and their order. */
export interface MailFilter {
  /** Folded words, each of which must be in the address or the subject. */
  words: readonly string[];
  delivery: 'waiting' | 'retrying' | 'failed' | 'let_go' | 'sent' | 'kept' | '';
  from: Instant | undefined;
  until: Instant | undefined;
  by: 'queued' | 'to' | 'subject';
  descending: boolean;
}

const columns = [
  ...(['mail.id', 'mail.to', 'mail.subject', 'mail.created_at', 'mail.kept'] as const),
  ...(['job.status', 'job.attempts', 'job.due', 'job.last_error', 'job.dismissed', 'job.finished_at'] as const),
] as const;

/** Selects emails, each with its delivery as `job`. */
const delivered = (db: DbReader) =>
  db.selectFrom('mail').innerJoin(selectJobsOfKind(db, mailJobKind).as('job'), 'job.key', 'mail.id');

const narrowed = (db: DbReader, { delivery, from, until }: Pick<MailFilter, 'delivery' | 'from' | 'until'>) => {
  let mails = delivered(db);
  if (from !== undefined) mails = mails.where('mail.created_at', '>=', from);
  if (until !== undefined) mails = mails.where('mail.created_at', '<', until);
  if (delivery === 'sent' || delivery === 'kept')
    return mails.where('job.status', '=', 'done').where('mail.kept', '=', delivery === 'kept' ? 1 : 0);
  if (delivery === 'failed') return mails.where('job.status', '=', 'failed').where('job.dismissed', '=', 0);
  if (delivery === 'let_go') return mails.where('job.status', '=', 'failed').where('job.dismissed', '=', 1);
  if (delivery === '') return mails;
  return mails.where('job.status', '=', 'waiting').where('job.last_error', delivery === 'waiting' ? '=' : '<>', '');
};

const sorted = (db: DbReader, sought: MailFilter) => {
  const direction = sought.descending ? 'desc' : 'asc';
  const by = sought.by === 'queued' ? 'mail.created_at' : (`mail.${sought.by}` as const);
  return narrowed(db, sought).orderBy(by, direction).orderBy('mail.id', direction);
};

/**
 * Finds the emails that have each word in their address or subject, and returns their ids in the requested order. The
 * emails' text isn't searched, because it may contain secrets.
 */
async function idsWith(db: DbReader, sought: MailFilter): Promise<string[]> {
  const rows = await sorted(db, sought).select(['mail.id', 'mail.to', 'mail.subject']).execute();
  return rows
    .filter(({ to, subject }) => {
      const key = foldText(`${to} ${subject}`);
      return sought.words.every((word) => key.includes(word));
    })
    .map(({ id }) => id);
}

/** Returns the number of matching emails, and a function that reads a page of them. */
export async function searchMails(db: DbReader, sought: MailFilter) {
  if (sought.words.length > 0) {
    const ids = await idsWith(db, sought);
    return {
      total: ids.length,
      rows: async (from: number) => {
        const some = ids.slice(from, from + ROWS_PER_PAGE);
        if (some.length === 0) return [];
        const found = await delivered(db).select(columns).where('mail.id', 'in', some).execute();
        const byId = new Map(found.map((mail) => [mail.id, mail]));
        return some.flatMap((id) => byId.get(id) ?? []);
      },
    };
  }
  const { total } = await narrowed(db, sought)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return {
    total: Number(total),
    rows: (from: number) => sorted(db, sought).select(columns).limit(ROWS_PER_PAGE).offset(from).execute(),
  };
}

export const findMail = (db: DbReader, id: string) =>
  db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst();

/** Finds an email with the state of its delivery. */
export const findMailDelivery = (db: DbReader, id: string) =>
  delivered(db)
    .select(columns)
    .select(['mail.reply_to', 'mail.text', 'mail.secret_until'])
    .where('mail.id', '=', id)
    .executeTakeFirst();

/**
 * Finds the id and the delivery status of the email that was queued under an idempotency key; undefined if there is
 * none.
 */
export const findMailDeliveryByKey = (db: DbReader, key: string) =>
  delivered(db).select(['mail.id', 'job.status']).where('mail.idempotency_key', '=', key).executeTakeFirst();

/**
 * Finds the delivery of the latest email whose key begins with `prefix`, or of its latest copy, if it was sent again;
 * undefined if there is none.
 */
export async function findLatestMailDelivery(db: DbReader, prefix: string) {
  const findLatest = (begin: string) =>
    delivered(db)
      .select(columns)
      .select('mail.attached_id')
      .where('mail.idempotency_key', '>=', begin)
      .where('mail.idempotency_key', '<', `${begin}\u{10ffff}`)
      .orderBy('mail.created_at', 'desc')
      .orderBy('mail.id', 'desc')
      .executeTakeFirst();
  let latest = await findLatest(prefix);
  for (let copy = latest; copy; copy = await findLatest(buildResentKeyPrefix(copy.id))) latest = copy;
  return latest;
}

/** Counts the emails that have failed for good and that nobody has dismissed. */
export async function countFailedMails(db: DbReader): Promise<number> {
  const { total } = await narrowed(db, { delivery: 'failed', from: undefined, until: undefined })
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/**
 * Returns those of `keys` whose emails were only stored and not sent, because the site had no mail server or is a demo.
 */
export async function findStoredOnlyMailKeys(db: DbReader, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const kept = await db
    .selectFrom('mail')
    .select('idempotency_key')
    .where('idempotency_key', 'in', keys)
    .where('kept', '=', 1)
    .execute();
  return new Set(kept.map(({ idempotency_key }) => idempotency_key));
}

/**
 * Lists the emails whose keys begin with `prefix` that have failed for good and that nobody has dismissed, latest
 * first.
 */
export const listFailedMailsByKeyPrefix = (db: DbReader, prefix: string) =>
  narrowed(db, { delivery: 'failed', from: undefined, until: undefined })
    .select(['mail.id', 'mail.to', 'mail.created_at', 'mail.idempotency_key', 'job.finished_at'])
    .where('mail.idempotency_key', '>=', prefix)
    .where('mail.idempotency_key', '<', `${prefix}\u{10ffff}`)
    .orderBy('mail.created_at', 'desc')
    .orderBy('mail.id')
    .execute();
