import { useState } from 'react';
import { linkPerson, unlinkPerson } from '#features/archive/shows/people/contract.ts';
import { type ChosenPerson, PersonField } from '#features/archive/shows/people/web/index.ts';
import { linkSubscriptionToPerson, type SubscriptionForAdmin } from '#features/money/subscriptions/contract.ts';
import { CancelMemberRenewalForm } from '#features/money/subscriptions/web/index.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatLocalDate } from '#platform/shared/dates/dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { Collapsible } from '#platform/web/ui/content/collapsible.tsx';
import { EmailAddress } from '#platform/web/ui/content/contact-details.tsx';
import { Field } from '#platform/web/ui/fields/field.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import { accountStatusLabels, roleLabels } from '../permissions.ts';
import { UserAccessForm } from './access.tsx';
import { AccountStatusActions, SignInHelpSection } from './account-actions.tsx';
import styles from './users.module.css';

type Content = Page<'manage_user'>;

/** A user's account: status, permissions, persons in shows, sign-in, subscriptions and activity. */
export default function ManageUserPage({ page }: { page: Content }) {
  const { user, own, noted, noted_total } = page;
  return (
    <div className={styles.page} key={user.id}>
      <header className="page-head">
        <p>
          <BackLink href="/members/admin/manage_users">Manage Users</BackLink>
        </p>
        <h1>{page.title}</h1>
        <p>
          {roleLabels[user.role]}{' '}
          {user.status !== 'active' && <Badge tone="warning">{accountStatusLabels[user.status]}</Badge>}{' '}
          {own && <Badge>You</Badge>}
        </p>
      </header>
      <dl className={styles.facts}>
        <dt>Email</dt>
        <dd>
          <EmailAddress of={user.email} />
        </dd>
        <dt>Joined</dt>
        <dd>{formatLocalDate(user.joined)}</dd>
        <dt>Last signed in</dt>
        <dd>{user.last_signed_in ? formatLocalDate(user.last_signed_in) : 'Never'}</dd>
      </dl>
      {page.may_change ? (
        <>
          <AccountStatusActions page={page} />
          <UserAccessForm page={page} />
          <LinkedPeopleList page={page} />
          <SignInHelpSection page={page} />
        </>
      ) : (
        <>
          {user.status === 'awaiting' && user.role === 'member' ? (
            <AccountStatusActions page={page} />
          ) : (
            <FormSection title="The account">
              <p>Only somebody with the role Admin can change an account. Please ask an admin.</p>
            </FormSection>
          )}
          <LinkedPeopleList page={page} />
        </>
      )}
      <UserSubscriptions page={page} />
      <FormSection title="Activity" about="The latest audit log entries about them.">
        {noted.length === 0 ? (
          <p>Nothing yet.</p>
        ) : (
          <div className="stack">
            <ul className="ruled">
              {noted.map(({ id, when, what, address }) => (
                <li key={id} className="spread">
                  <span>{what}</span>
                  <span className="meta">
                    {when}
                    {address && `, from ${address}`}
                  </span>
                </li>
              ))}
            </ul>
            {noted_total > noted.length && (
              <p className="meta">
                The newest {noted.length} of {noted_total.toLocaleString('en-GB')} entries.{' '}
                <a href={`/members/admin/audit?about=${user.id}`}>See them all in the audit log</a>
              </p>
            )}
          </div>
        )}
      </FormSection>
    </div>
  );
}

/** The people in shows to whom a user is linked, with a form to link another. */
function LinkedPeopleList({ page: { user, may_change } }: { page: Page<'manage_user'> }) {
  const { busy, slot, send } = useCall();
  const [chosen, setChosen] = useState<ChosenPerson | null>(null);
  const buildLinkCall = ({ id }: { id: string }) => withParams(linkPerson, { id });
  const buildUnlinkCall = (id: string) => withParams(unlinkPerson, { id });
  const link = (person: ChosenPerson) =>
    void send(buildLinkCall(person), { email: user.email }).then(() => setChosen(null));
  return (
    <FormSection title="In shows" about="Which credits are theirs. Directors and producers can manage their own shows.">
      <div className="stack">
        {user.persons.length > 0 && (
          <ul className="ruled">
            {user.persons.map(({ id, name }) => (
              <li key={id} className="spread">
                <a href={`/members/admin/people/${id}`}>{name}</a>
                {may_change && (
                  <Button
                    look="line"
                    small
                    pending={busy === buildUnlinkCall(id).path}
                    onClick={() => void send(buildUnlinkCall(id))}
                  >
                    Unlink {name}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {may_change && (
          <Field
            label={user.persons.length > 0 ? 'Another of their names in shows' : 'Their name in shows'}
            hint="Type part of the name, then choose."
          >
            {(control) => (
              <PersonField control={control} label="Their name in shows" addsNew={false} onChoose={setChosen} />
            )}
          </Field>
        )}
        {!may_change && user.persons.length === 0 && <p>Not linked to anyone in shows.</p>}
        {chosen && (
          <div className="stack">
            <p>
              If you link them, {chosen.name}’s credits will count as {user.name}’s
              {user.persons.length > 0 && ', and the two names will share one page'}.
            </p>
            <div className="row">
              <Button pending={busy === buildLinkCall(chosen).path} onClick={() => link(chosen)}>
                Link them
              </Button>
              <Button look="line" onClick={() => setChosen(null)}>
                Don’t link
              </Button>
            </div>
          </div>
        )}
        <CallStatus slot={slot} />
      </div>
    </FormSection>
  );
}

/**
 * The subscriptions that a user pays for, with forms to cancel a renewal and, if a subscription is for somebody else,
 * to link that subscription to a person in shows. Renders nothing if there are none.
 */
function UserSubscriptions({ page: { subscriptions, user, may_change } }: { page: Page<'manage_user'> }) {
  if (subscriptions.length === 0) return null;
  return (
    <FormSection
      title="Subscriptions"
      about="Members cancel in their account settings. Cancel here for somebody who has died or can’t sign in."
    >
      <ul className="ruled">
        {subscriptions.map((held) => (
          <li key={held.id} className="stack">
            <p>
              {held.plan_name}, for {held.sub_for === 'OTHER' ? held.name : user.name}.{' '}
              {held.cancelled ? 'Cancelled: ends' : 'Renews'} on {formatLocalDate(held.renews_on)}.
            </p>
            {held.sub_for === 'OTHER' && <PersonInShows held={held} mayChange={may_change} />}
            {!held.cancelled && (
              <Collapsible title="Cancel the renewal for them…">
                <CancelMemberRenewalForm id={held.id} />
              </Collapsible>
            )}
          </li>
        ))}
      </ul>
    </FormSection>
  );
}

/** Links a subscription for somebody else to a person in shows, for the emergency contacts sheet. */
function PersonInShows({ held, mayChange }: { held: SubscriptionForAdmin; mayChange: boolean }) {
  const { busy, slot, send } = useCall();
  const [chosen, setChosen] = useState<ChosenPerson | null>(null);
  const call = withParams(linkSubscriptionToPerson, { sub_id: held.id });
  const link = (person: string) => void send(call, { person }).then(({ code }) => code === 200 && setChosen(null));
  return (
    <div className="stack">
      <p>
        {held.person
          ? `Linked to ${held.person.name} in shows. Directors and producers of those shows see the emergency contact.`
          : `${held.name} isn’t linked to a person in shows, so no show’s sheet has their emergency contact.`}
      </p>
      <CallStatus slot={slot} above />
      {mayChange && held.person && (
        <div className="row">
          <Button look="line" small pending={busy !== ''} onClick={() => link('')}>
            Unlink {held.person.name}
          </Button>
        </div>
      )}
      {mayChange && !held.person && (
        <Field label={`${held.name}’s name in shows`} hint="Type part of the name, then choose.">
          {(control) => (
            <PersonField
              control={control}
              label={`${held.name}’s name in shows`}
              addsNew={false}
              onChoose={setChosen}
            />
          )}
        </Field>
      )}
      {chosen && (
        <div className="row">
          <Button pending={busy !== ''} onClick={() => link(chosen.id)}>
            Link to {chosen.name}
          </Button>
          <Button look="line" onClick={() => setChosen(null)}>
            Don’t link
          </Button>
        </div>
      )}
    </div>
  );
}
