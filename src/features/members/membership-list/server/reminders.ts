import { readSettings } from '#features/society/settings/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { composeEmail, type EmailContent } from '#platform/server/mail/index.ts';
import {
  addDays,
  type CalendarDate,
  toCalendarDate as dayOf,
  formatDateOfInstant,
  type Instant,
} from '#platform/shared/dates/dates.ts';
import { day, earlier } from '#platform/shared/dates/durations.ts';
import type { Membership } from '../members.ts';
import { type UnpaidStatus, unpaidStatuses } from '../table.ts';
import { getPayerEmailKey, listMemberships } from './list.ts';
import { listRemindersSince } from './store.ts';

/** The days between two reminders to one person. */
const pause = 7;

/** Somebody to be reminded of all that they haven't paid; or why they aren't reminded. */
export interface ReminderCandidate {
  /** The address; one address is one person. */
  key: string;
  name: string;
  firstname: string;
  email: string;
  hasAccount: boolean;
  owing: Membership[];
  /** "" for people who can be reminded. */
  skip_reason: string;
}

/** Lists people who haven't paid, and marks those who can't be reminded now. `only` narrows it to one status. */
export async function listReminderCandidates(
  db: DbReader,
  {
    today,
    now,
    only,
    environment,
  }: { today: CalendarDate; now: Instant; only: UnpaidStatus | '' } & Pick<Services, 'environment'>,
): Promise<ReminderCandidate[]> {
  const statuses: readonly string[] = only === '' ? unpaidStatuses : [only];
  const { memberships } = await listMemberships(db, today, environment);
  const owing = memberships.filter(({ status }) => statuses.includes(status));
  const since = earlier(now, pause * day);
  const { timeZone } = await readSettings(db);
  const reminded = await listRemindersSince(db, since);
  const people = Map.groupBy(owing, (one) => getPayerEmailKey(one) || one.id);
  return [...people].map(([key, theirs]) => {
    const [first] = theirs.toSorted((a, b) => (a.payer === '' ? 0 : 1) - (b.payer === '' ? 0 : 1));
    const name = first?.payer || first?.name || '';
    const written =
      theirs
        .map(({ written_on }) => written_on)
        .sort()
        .at(-1) ?? '';
    return {
      ...{ key, name, firstname: first?.greeting ?? '', email: first?.email ?? '', owing: theirs },
      hasAccount: first?.user_id !== '',
      skip_reason: whyNot({ first, by_hand: dayReminded(reminded.get(key), timeZone), written, today }),
    };
  });
}

const dayReminded = (at: Instant | undefined, timeZone: string) => (at === undefined ? '' : dayOf(at, timeZone));

function whyNot({
  first,
  by_hand,
  written,
  today,
}: {
  first: Membership | undefined;
  by_hand: CalendarDate | '';
  written: CalendarDate | '';
  today: CalendarDate;
}): string {
  if (!first?.email) return 'We don’t have an email address for them.';
  if (first.is_shut) return 'Their account isn’t active, so the site doesn’t email them.';
  if (by_hand !== '') return `Already reminded on ${formatDateOfInstant(by_hand)}, less than a week ago.`;
  if (written > addDays(today, -pause))
    return `Emailed automatically on ${formatDateOfInstant(written)}, less than a week ago.`;
  return '';
}

/** The text of a reminder. */
export function renderPaymentReminderEmail(
  { firstname, hasAccount, owing }: Pick<ReminderCandidate, 'firstname' | 'hasAccount' | 'owing'>,
  { siteName, home }: { siteName: string; home: string },
): EmailContent {
  const lines = owing.map(({ plan, name, payer, paid_until }) => {
    const what = payer === '' ? `Your membership (${plan})` : `The membership of ${name} (${plan})`;
    return paid_until === ''
      ? `${what} hasn’t been paid.`
      : `${what} was paid until ${formatDateOfInstant(paid_until)}.`;
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
    after: ['If you don’t want to be a member any more, let us know and we won’t email you again.'],
    siteName,
  });
}
