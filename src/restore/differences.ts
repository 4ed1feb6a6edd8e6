import type { ComparisonRule, TableDifference } from '#platform/server/backup/restore-backup.ts';
import type { Tables } from '#platform/server/database/index.ts';
import { formatCount } from '#platform/server/feature/feature.ts';
import { formatMoney } from '#platform/shared/money.ts';

/** The name of a table's rows in messages, and the rules for comparing the rows. */
interface RowName extends Partial<ComparisonRule> {
  one: string;
  many: string;
}

/** Tables whose rows are part of other rows, or which the program fills for itself. */
const notCounted = [
  'album_media',
  'allowance',
  'announced_run',
  'audit',
  'audit_forgetting',
  'basket',
  'booking_mod_ticket',
  'calendar_feed',
  'data_key',
  'entry_note',
  'fault',
  'first_answer',
  'held_ticket',
  'imported_order',
  'imported_row',
  'job',
  'known_device',
  'letter_off',
  'mail',
  'mail_server',
  'media_person',
  'membership_reminder',
  'migration',
  'order_charge',
  'order_letter',
  'order_number',
  'paper_member_year',
  'part_payment',
  'passkey',
  'passkey_challenge',
  'payer',
  'payment_customer',
  'payment_difference',
  'person_apart',
  'person_merge',
  'place',
  'promised_seat',
  'recovery_code',
  'review',
  'revision',
  'seat_assignment',
  'session',
  'show_gallery',
  'show_media',
  'single_use_link',
  'subscription_year',
  'totp',
  'totp_offer',
  'user_item',
  'user_person',
  'waiting_date',
  'webhook_event',
  'wrong_code',
] as const satisfies readonly (keyof Tables)[];

type Counted = Exclude<keyof Tables, LiveView | (typeof notCounted)[number]>;
/** Views that leave out the deleted rows of a table. Their rows are already counted in the table. */
type LiveView = keyof Tables extends infer Name ? (Name extends `${infer View}_with_deleted` ? View : never) : never;

const nameRows = (one: string, many = `${one}s`, rule: Partial<ComparisonRule> = {}): RowName => ({
  one,
  many,
  ...rule,
});

/**
 * The names of the rows that a restore counts, in the order of its list: money first. A new table has to be listed
 * either here or in `notCounted`, otherwise this doesn't compile.
 */
const rowNames: Readonly<Record<Counted, RowName>> = {
  entry: nameRows('entry in the accounts', 'entries in the accounts', { amount: (row) => Number(row.amount) }),
  ticket_order: nameRows('order'),
  ticket: nameRows('ticket', 'tickets', { amount: ({ pence, discount }) => Number(pence) - Number(discount ?? 0) }),
  payment_intent: nameRows('card payment that was made or tried', 'card payments that were made or tried'),
  external_refund: nameRows('refund or dispute at Square', 'refunds or disputes at Square'),
  closed_year: nameRows('closed year of the accounts', 'closed years of the accounts'),
  subscription: nameRows('subscription'),
  paper_member: nameRows('member on the list without an account', 'members on the list without an account'),
  gift_aid_declaration: nameRows('Gift Aid declaration'),
  subscription_plan: nameRows('subscription plan'),
  promo_code: nameRows('promo code'),
  payment_card: nameRows('stored card'),
  user: nameRows('account'),
  registration: nameRows('registration'),
  invitation: nameRows('invitation'),
  erasure: nameRows('request to erase an account', 'requests to erase an account', { key: 'user_id' }),
  inbox_message_with_deleted: nameRows('message or piece of feedback', 'messages or pieces of feedback'),
  correction: nameRows('suggested correction'),
  performance: nameRows('performance'),
  ticket_type: nameRows('ticket type'),
  booking_mod: nameRows('change to a booking', 'changes to bookings'),
  door_mark: nameRows('check-in'),
  door_note: nameRows('note from the door', 'notes from the door'),
  waiting_party: nameRows('party on a waiting list', 'parties on a waiting list'),
  show: nameRows('show'),
  person: nameRows('person in the archive', 'people in the archive'),
  credit: nameRows('credit'),
  portrait_with_deleted: nameRows('portrait'),
  media_with_deleted: nameRows('picture or video', 'pictures or videos'),
  album_with_deleted: nameRows('album'),
  post_with_deleted: nameRows('post'),
  blog_post_with_deleted: nameRows('blog post', 'blog posts', { key: 'key' }),
  file_with_deleted: nameRows('document'),
  import_record: nameRows('import'),
  setting: nameRows('setting', 'settings', { key: 'name' }),
};

/** Returns the rules for comparing a table; undefined if its rows aren't counted. */
export function findComparisonRule(table: string): ComparisonRule | undefined {
  const named = findRowName(table);
  return named && { ...named, key: named.key ?? 'id' };
}

const names = new Map<string, RowName>(Object.entries(rowNames));
const omitted = new Set<string>(notCounted);

/**
 * Returns the name of a table's rows, even if only a newer version has the table; undefined if the rows aren't counted.
 */
function findRowName(table: string): RowName | undefined {
  if (omitted.has(table)) return undefined;
  const unknown = `of “${table}”, which this version doesn’t know`;
  return names.get(table) ?? nameRows(`row ${unknown}`, `rows ${unknown}`);
}

const order = Object.keys(rowNames);

const getListPosition = (table: string) => {
  const index = order.indexOf(table);
  return index < 0 ? order.length : index;
};

/**
 * Formats what a restore would undo, for the person who has to decide about it.
 * @param isSameVersion false if the present data has been upgraded since the backup
 */
export function formatTableDifferences(differences: readonly TableDifference[], isSameVersion: boolean): string {
  const sorted = differences.toSorted((a, b) => getListPosition(a.table) - getListPosition(b.table));
  const list = (heading: string, count: (difference: TableDifference) => number, withMoney = false) => {
    const lines = sorted.flatMap((difference) => {
      const name = findRowName(difference.table);
      const number = count(difference);
      if (!name || number === 0) return [];
      const money = withMoney && name.amount ? `, ${formatMoney(difference.amount)} in all` : '';
      return [`  ${formatCount(number, name.one, name.many)}${money}\n`];
    });
    return lines.length > 0 ? `${heading}\n${lines.join('')}` : '';
  };
  const found =
    list('Added since the backup, and gone after a restore:', ({ added }) => added, true) +
    list('Changed since, and changed back by a restore:', ({ changed }) => changed) +
    list('Deleted or erased since, and back after a restore:', ({ removed }) => removed);
  const upgraded = isSameVersion
    ? ''
    : 'Changes aren’t counted, because an upgrade since the backup has changed rows too.\n';
  return `${found || 'Nothing that is counted has been added or deleted since the backup.\n'}${upgraded}Not counted: sign-ins, passkeys, roles, emails, the audit log and the program’s own records.`;
}
