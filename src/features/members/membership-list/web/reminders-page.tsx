import { useState } from 'react';
import { membershipPath } from '#features/money/subscriptions/paths.ts';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import type { ResponseOf } from '#platform/shared/calls/calls.ts';
import { formatLocalDate } from '#platform/shared/dates/dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import { TabLinks } from '#platform/web/ui/navigation/tabs.tsx';
import { type MembershipRemindersContent, remindMembers } from '../contract.ts';
import { membershipStatusLabels, remindableStatuses, remindersPath } from '../table.ts';
import styles from './membership.module.css';

type Content = Page<'membership_reminders'>;
type Person = MembershipRemindersContent['people'][number];

/** Lets the secretary choose people who haven't paid, shows the reminder, and sends it. */
export default function RemindersPage({ page }: { page: Content }) {
  const { sends_mail } = useSite();
  const { status, people, left_out, mails, answer } = page;
  return (
    <div className={styles.page}>
      <header className="page-head">
        <p>
          <BackLink href={membershipPath}>Membership</BackLink>
        </p>
        <h1>{page.title}</h1>
        <p>Email people who haven’t paid. Anyone reminded in the last seven days is left out.</p>
        {!sends_mail && <p>This site can’t send email: each email is only stored in the mail log.</p>}
      </header>
      {answer && (
        <div role="alert">
          <Alert tone="bad" title={answer.msg} />
        </div>
      )}
      <TabLinks
        label="Show"
        links={['' as const, ...remindableStatuses].map((one) => ({
          href: one ? `${remindersPath}?status=${one}` : remindersPath,
          text: one ? membershipStatusLabels[one] : 'Everyone who hasn’t paid',
          isCurrent: one === status,
        }))}
      />
      {people.length === 0 ? (
        <EmptyState title="Nobody to remind">
          {left_out.length === 0
            ? 'Nobody here owes a payment.'
            : 'Everyone listed here was reminded in the last seven days, or can’t be emailed; see below.'}
        </EmptyState>
      ) : (
        <ReminderForm key={status} people={people} mails={mails} />
      )}
      {left_out.length > 0 && (
        <section aria-labelledby="left-out">
          <h2 id="left-out">Left out</h2>
          <ul className="ruled">
            {left_out.map(({ key, name, why }) => (
              <li key={key} className="spread">
                {name} <span className="meta">{why}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function ReminderForm({ people, mails }: Pick<MembershipRemindersContent, 'people' | 'mails'>) {
  const { sends_mail } = useSite();
  const [deselected, setDeselected] = useState<ReadonlySet<string>>(new Set());
  const { busy, slot, sendVia } = useCall(remindMembers.path);
  const chosen = people.filter(({ key }) => !deselected.has(key));

  const sendAll = () =>
    sendRemindersInBatches(
      chosen.map(({ key }) => key),
      (people) => sendCall(remindMembers, { people }),
      { sends_mail },
    );

  const toggle = ({ key }: Person, isSelected: boolean) => {
    const others = new Set(deselected);
    if (isSelected) others.delete(key);
    else others.add(key);
    setDeselected(others);
  };

  return (
    <form
      className="stack"
      method="post"
      action={remindMembers.path}
      onSubmit={(event) => {
        event.preventDefault();
        if (busy === '') void sendVia(remindMembers, sendAll);
      }}
    >
      <section aria-labelledby="mail">
        <h2 id="mail">The email</h2>
        <div className={styles.mails}>
          {mails.map(({ to, account, subject, text }) => (
            <figure key={to} className={styles.mail}>
              <figcaption className="meta">
                To {to}
                {mails.length > 1 &&
                  (account ? ', and everyone else with an account' : ', and everyone else without an account')}
              </figcaption>
              <strong>{subject}</strong>
              <p>{text}</p>
            </figure>
          ))}
        </div>
      </section>
      <fieldset className={styles.people}>
        <legend>Who to email</legend>
        <div className="row">
          <Button small look="line" onClick={() => setDeselected(new Set())} disabled={deselected.size === 0}>
            Select all
          </Button>
          <Button
            small
            look="line"
            onClick={() => setDeselected(new Set(people.map(({ key }) => key)))}
            disabled={chosen.length === 0}
          >
            Select none
          </Button>
        </div>
        <ul className="ruled">
          {people.map((person) => (
            <li key={person.key} className="spread">
              <Checkbox
                name="people"
                value={person.key}
                checked={!deselected.has(person.key)}
                disabled={busy !== ''}
                onChange={({ target }) => toggle(person, target.checked)}
              >
                {person.name} <span className="meta">{person.email}</span>
              </Checkbox>
              <span className="meta">{person.owing.map(formatOwing(person)).join('; ')}</span>
            </li>
          ))}
        </ul>
      </fieldset>
      <div className="row">
        <Button type="submit" pending={busy !== ''} disabled={chosen.length === 0}>
          {busy ? 'Sending…' : chosen.length === 1 ? 'Send one email' : `Send ${chosen.length} emails`}
        </Button>
        <CallStatus slot={slot} />
      </div>
    </form>
  );
}

const formatOwing =
  (person: Person) =>
  ({ name, plan, status, paid_until }: Person['owing'][number]): string => {
    const membership = name === person.name ? plan : `${plan} for ${name}`;
    return `${membership}, ${membershipStatusLabels[status].toLowerCase()}${paid_until && `, paid until ${formatLocalDate(paid_until)}`}`;
  };

const batchSize = 100;

/**
 * Sends reminders in as many calls as needed. If a call fails, the message says how many emails were sent before the
 * failure.
 */
export async function sendRemindersInBatches(
  people: readonly string[],
  send: (batch: string[]) => Promise<ResponseOf<typeof remindMembers>>,
  { sends_mail }: { sends_mail: boolean },
): Promise<CallResponse> {
  let sent = 0;
  for (let from = 0; from < people.length; from += batchSize) {
    const answer = await send(people.slice(from, from + batchSize));
    if (people.length <= batchSize) return answer;
    if (answer.code !== 200) {
      const before =
        sent > 0 ? ` ${formatSent(sent, sends_mail)} Send again to ${sends_mail ? 'email' : 'store'} the rest.` : '';
      return { ...answer, msg: `${answer.msg}${before}` };
    }
    sent += answer.sent;
  }
  const left = people.length - sent;
  const without =
    left > 0
      ? ` Not emailed, because they have paid in the meantime or are left out: ${left.toLocaleString('en-GB')}.`
      : '';
  return { code: 200, msg: `${formatSent(sent, sends_mail)}${without}` };
}

function formatSent(sent: number, sends_mail: boolean): string {
  if (sent === 0) return 'No emails were sent.';
  if (!sends_mail) {
    const reminders = sent === 1 ? 'one reminder is' : `${sent.toLocaleString('en-GB')} reminders are`;
    return `This site can’t send email: ${reminders} only stored in the mail log.`;
  }
  return sent === 1 ? 'One email is on its way.' : `${sent.toLocaleString('en-GB')} emails are on their way.`;
}
