import { normaliseEmail } from '#features/society/accounts/contract.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { composeEmail, type EmailContent } from '#platform/server/mail/index.ts';
import {
  addDays,
  type CalendarDate,
  formatLocalDate,
  type Instant,
  toCalendarDate,
} from '#platform/shared/dates/dates.ts';
import { day, subtractMs } from '#platform/shared/dates/durations.ts';
import { buildPersonNameKey, formatPersonName } from '#platform/shared/text/person-name.ts';
import { type MembershipListRow, sortMemberships } from '../members.ts';
import { remindableStatuses } from '../table.ts';
import { loadMembershipList } from './list.ts';

/** The minimum number of days between two emails to one person about paying. */
const minDaysBetweenEmails = 7;

/**
 * A payer, or several payers with the same address: all their unpaid memberships, and the reason why they can't be
 * reminded now.
 */
export interface ReminderCandidate {
  /** The normalised email address, which identifies the payer; the id of the row if there is no address. */
  key: string;
  name: string;
  firstname: string;
  email: string;
  hasAccount: boolean;
  owing: MembershipListRow[];
  /** The reason why the payer can't be reminded now; "" if they can. */
  skip_reason: string;
}

/** Lists the payers with unpaid memberships, including those who can't be reminded now. */
export async function listReminderCandidates(
  db: DbReader,
  { today, now, environment }: { today: CalendarDate; now: Instant } & Pick<Services, 'environment'>,
): Promise<ReminderCandidate[]> {
  const { memberships } = await loadMembershipList(db, today, environment);
  const owing = memberships.filter(({ status }) => (remindableStatuses as readonly string[]).includes(status));
  const since = subtractMs(now, minDaysBetweenEmails * day);
  const { timeZone } = await readSettings(db);
  const reminded = await listRemindersSince(db, since);
  const people = Map.groupBy(
    sortMemberships(owing, { by: 'name', descending: false }),
    ({ email, id }) => normaliseEmail(email) || id,
  );
  return [...people].map(([key, memberships]) => {
    const [first] = memberships.toSorted((a, b) => (a.payer === '' ? 0 : 1) - (b.payer === '' ? 0 : 1));
    const payers = listPayers(memberships);
    const name = formatNames(payers.map(({ payer, name }) => payer || name));
    const remindedAt = reminded.get(key);
    const remindedOn = remindedAt === undefined ? '' : toCalendarDate(remindedAt, timeZone);
    const emailedOn =
      memberships
        .map(({ last_email_on }) => last_email_on)
        .toSorted()
        .at(-1) ?? '';
    return {
      ...{ key, name, email: first?.email ?? '', owing: removeRepeats(memberships) },
      firstname: formatNames(payers.map(({ greeting }) => greeting)),
      hasAccount: first?.user_id !== '',
      skip_reason: findSkipReason(first, { remindedOn, emailedOn, today }),
    };
  });
}

const formatNames = (names: readonly string[]): string =>
  new Intl.ListFormat('en-GB').format(names.filter((name) => name !== ''));

/**
 * Returns one membership of each person who is emailed. That is the owner of the account, or each of the people without
 * an account who share an email address, such as a couple.
 */
function listPayers(memberships: readonly MembershipListRow[]): MembershipListRow[] {
  const own = memberships.filter(({ payer }) => payer === '');
  const payers = own.length > 0 ? own : memberships.slice(0, 1);
  const account = payers.find(({ user_id }) => user_id !== '');
  if (account) return [account];
  return [...Map.groupBy(payers, ({ name }) => buildPersonNameKey(name)).values()].flatMap(([first]) => first ?? []);
}

/** Keeps one membership for each person and plan, the one with the latest "paid until" date. */
const removeRepeats = (memberships: readonly MembershipListRow[]): MembershipListRow[] =>
  [...Map.groupBy(memberships, ({ name, plan_id }) => `${buildPersonNameKey(name)} ${plan_id}`).values()].flatMap(
    (same) => same.toSorted((a, b) => (a.paid_until < b.paid_until ? 1 : -1)).slice(0, 1),
  );

function findSkipReason(
  first: MembershipListRow | undefined,
  { remindedOn, emailedOn, today }: Record<'remindedOn' | 'emailedOn', CalendarDate | ''> & { today: CalendarDate },
): string {
  if (!first?.email) return 'We don’t have an email address for them.';
  if (first.is_inactive) return 'Their account isn’t active, so the site doesn’t email them.';
  if (remindedOn !== '') return `Already reminded on ${formatLocalDate(remindedOn)}, less than a week ago.`;
  if (emailedOn > addDays(today, -minDaysBetweenEmails))
    return `Emailed automatically on ${formatLocalDate(emailedOn)}, less than a week ago.`;
  return '';
}

/**
 * Composes a reminder. It links to the membership in the account settings or, for somebody without an account, to the
 * contact form.
 */
export function composePaymentReminderEmail(
  { firstname, hasAccount, owing }: Pick<ReminderCandidate, 'firstname' | 'hasAccount' | 'owing'>,
  { siteName, home }: { siteName: string; home: string },
): EmailContent {
  // If a couple shares the email, "your membership" would be ambiguous
  const isShared =
    new Set(owing.flatMap(({ payer, name }) => (payer === '' ? [buildPersonNameKey(name)] : []))).size > 1;
  const lines = owing.map(({ plan, name, payer, paid_until }) => {
    const isTheirs = payer === '' && !isShared;
    const membership = isTheirs ? `Your membership (${plan})` : `The membership of ${formatPersonName(name)} (${plan})`;
    return paid_until === ''
      ? `${membership} hasn’t been paid.`
      : `${membership} was paid until ${formatLocalDate(paid_until)}.`;
  });
  const href = `${home}${hasAccount ? '/members/account_settings#membership' : '/contact'}`;
  return composeEmail({
    subject: `Your membership of ${siteName}`,
    firstname,
    before: [
      ...lines,
      'We’d love you to stay. If you’ve paid in the last few days, thank you: there’s nothing more to do.',
    ],
    link: {
      label: hasAccount ? 'View and renew your membership' : 'Tell us if you’d like to renew, and how you’ll pay',
      href,
    },
    after: ['If you don’t want to be a member any more, let us know and we won’t remind you again.'],
    siteName,
  });
}

/** Lists when people were last reminded by hand, by normalised email address; only reminders after `since`. */
async function listRemindersSince(db: DbReader, since: Instant): Promise<Map<string, Instant>> {
  const rows = await db.selectFrom('membership_reminder').selectAll().where('sent_at', '>', since).execute();
  return new Map(rows.map(({ email_key, sent_at }) => [email_key, sent_at]));
}

/** Finds when somebody was last reminded by hand; undefined if never. */
export async function findLastManualReminderAt(db: DbReader, email: string): Promise<Instant | undefined> {
  const reminder = db
    .selectFrom('membership_reminder')
    .select('sent_at')
    .where('email_key', '=', normaliseEmail(email));
  return (await reminder.executeTakeFirst())?.sent_at;
}

export async function recordManualReminder(tx: DbTransaction, emailKey: string, at: Instant): Promise<void> {
  await tx
    .insertInto('membership_reminder')
    .values({ email_key: emailKey, sent_at: at })
    .onConflict((clash) => clash.column('email_key').doUpdateSet({ sent_at: at }))
    .execute();
}

/** The time at which a person was last reminded by hand to pay. */
export const reminderPersonalData: PersonalData = {
  name: 'membership list',
  tables: ['membership_reminder'],
  about: async (db, { email }) => ({
    reminded: await db
      .selectFrom('membership_reminder')
      .select('sent_at')
      .where('email_key', '=', normaliseEmail(email))
      .execute(),
  }),
  erase: async (tx, { email }) => {
    await tx.deleteFrom('membership_reminder').where('email_key', '=', normaliseEmail(email)).execute();
  },
};
