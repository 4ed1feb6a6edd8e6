import type { ReactNode } from 'react';
import { setOwnCreditStyle } from '#features/archive/shows/people/contract.ts';
import { CreditStyleField } from '#features/archive/shows/people/web/index.ts';
import { TwoFactorSection } from '#features/identity/second-factor/web/index.ts';
import { MyDataSection } from '#features/identity/users/web/index.ts';
import { PortraitRow } from '#features/members/portraits/web/index.ts';
import { GiftAidSection } from '#features/money/gift-aid/web/index.ts';
import { ManageMembershipSection } from '#features/money/subscriptions/web/index.ts';
import { CalendarSettings } from '#features/publishing/calendar-feed/web/index.ts';
import { type Call, withParams } from '#platform/shared/calls/calls.ts';
import { formatLocalDate } from '#platform/shared/dates/dates.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page, SiteData } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import { JumpLinks } from '#platform/web/ui/navigation/jump-links.tsx';
import { signOutDevice, signOutOtherDevices } from '../contract.ts';
import styles from './account-settings.module.css';
import {
  ChangeEmailForm,
  ChangePasswordForm,
  EmergencyContactForm,
  PhoneNumberForm,
  PostNotificationsForm,
  ProfileForm,
} from './your-details.tsx';

type Content = Page<'account_settings'>;

export const head = ({ title }: Content): Head => ({
  title,
  description: 'Your name, password and contact details.',
  indexed: false,
});

interface Section {
  id: string;
  title: string;
  /** The name of the group of sections that begins with this section, for the links at the top of the page. */
  group?: string;
  about?: (page: Content, site: SiteData) => ReactNode;
  isHidden?: (page: Content) => boolean;
  content: (page: Content) => ReactNode;
}

/**
 * Renders the notice that a calendar link remains valid after a change of password or after signing out, if the member
 * has such a link.
 */
const calendarLinkNotice = ({ calendar }: Content) =>
  calendar.on && (
    <>
      {' '}
      Your calendar link keeps working: <a href="#calendar">create a new one</a> if someone else may have it.
    </>
  );

const sections: readonly Section[] = [
  {
    id: 'membership',
    title: 'Manage Membership',
    group: 'Membership',
    about: () => 'Yearly subscriptions, for you or for someone else.',
    content: ({ update_profile: { firstname, lastname }, email, subs, card_form }) => (
      <ManageMembershipSection
        of={subs}
        form={card_form}
        payer={{ givenName: firstname, familyName: lastname, email }}
      />
    ),
  },
  {
    id: 'gift-aid',
    title: 'Gift Aid',
    about: () => 'Lets the society claim back the tax you’ve paid on your subscription, at no cost to you.',
    isHidden: ({ gift_aid }) => gift_aid === null,
    content: ({ gift_aid, update_profile, posted }) =>
      gift_aid && (
        <GiftAidSection of={gift_aid} name={update_profile} {...(posted?.section === 'gift-aid' ? { posted } : {})} />
      ),
  },
  {
    id: 'password',
    title: 'Change Password',
    group: 'Signing in',
    about: (page) => <>All your other devices will be signed out.{calendarLinkNotice(page)}</>,
    content: (page) => <ChangePasswordForm page={page} />,
  },
  {
    id: 'email',
    title: 'Change email address',
    about: ({ email }, { sends_mail }) =>
      sends_mail
        ? `You sign in as ${email}, and our emails go there. The change takes effect once you confirm it with the link we send to the new address.`
        : `You sign in as ${email}. This site can’t send the link that confirms a new address: ask an admin to change it for you.`,
    content: () => <ChangeEmailForm />,
  },
  {
    id: 'two-factor',
    title: 'Two Factor Setup',
    about: () => 'A six-digit code from your phone, or a passkey, as well as your password.',
    content: ({ two_factor }) => <TwoFactorSection of={two_factor} />,
  },
  {
    id: 'sessions',
    title: 'Your devices',
    about: (page) => (
      <>Where you’re signed in. Sign out any device that you’ve lost or don’t recognise.{calendarLinkNotice(page)}</>
    ),
    content: ({ sessions }) => <SessionList sessions={sessions} />,
  },
  {
    id: 'profile',
    title: 'Update Profile',
    group: 'Your details',
    content: (page) => <ProfileForm page={page} />,
  },
  {
    id: 'credit-names',
    title: 'Your name in credits',
    about: () => 'Some programmes printed another name. You choose how your credits show your name.',
    isHidden: ({ credit_names }) => credit_names.length === 0,
    content: ({ credit_names }) =>
      credit_names.map(({ id, name, old, credit_style }) => (
        <CallForm
          key={id}
          call={setOwnCreditStyle}
          which={id}
          what="how your credits show your name"
          submitLabel="Save choice"
          pendingLabel="Saving…"
        >
          {() => (
            <>
              <input type="hidden" name="person" value={id} />
              <CreditStyleField name={name} old={old} chosen={credit_style} />
            </>
          )}
        </CallForm>
      )),
  },
  {
    id: 'portrait',
    title: 'Portrait',
    about: () => 'A photograph for the casts of shows and for the page about you. Visitors see it only if you agree.',
    isHidden: ({ portraits }) => portraits.length === 0,
    content: ({ portraits }) => portraits.map((portrait) => <PortraitRow key={portrait.id} of={portrait} />),
  },
  {
    id: 'contact',
    title: 'Update Contact Details',
    content: (page) => <PhoneNumberForm page={page} />,
  },
  {
    id: 'emergency',
    title: 'Emergency Contact',
    group: 'Emergency',
    about: () =>
      'Who we’ll ring if something happens to you. Only admins, and the directors and producers of a current or upcoming show you’re in, can see this. Every view is logged.',
    content: (page) => <EmergencyContactForm page={page} />,
  },
  {
    id: 'mails',
    title: 'Email notifications',
    group: 'Email and calendar',
    content: ({ told_of_posts }) => <PostNotificationsForm isOn={told_of_posts} />,
  },
  {
    id: 'calendar',
    title: 'Your calendar',
    about: () => 'Performances and show dates, on your phone.',
    content: ({ calendar }) => <CalendarSettings feed={calendar} />,
  },
  {
    id: 'my-data',
    title: 'My data',
    group: 'My data',
    about: () => 'Download everything we hold about you, or erase your account.',
    content: () => <MyDataSection />,
  },
  {
    id: 'noted',
    title: 'Log of your account',
    about: () =>
      'Sign-ins, changes to your account and views of your emergency contact. Nobody can change these entries.',
    content: ({ noted, noted_total }) => <AccountLog entries={noted} total={noted_total} />,
  },
];

const jumpLinks = sections.flatMap(({ id, group }) => (group ? [{ id, name: group }] : []));

export default function AccountSettingsPage({ page }: { page: Content }) {
  const site = useSite();
  return (
    <>
      <header className="page-head">
        <h1>{page.title}</h1>
      </header>
      <JumpLinks to={jumpLinks} />
      {sections
        .filter(({ isHidden }) => !isHidden?.(page))
        .map(({ id, title, about, content }) => (
          <FormSection key={id} id={id} title={title} about={about?.(page, site)}>
            {content(page)}
          </FormSection>
        ))}
    </>
  );
}

/** Lists the devices on which a member is signed in, with buttons to sign out the others. */
export function SessionList({ sessions }: Pick<Content, 'sessions'>) {
  return (
    <div className={styles.sessions}>
      <ul className={`ruled ${styles.list}`}>
        {sessions.map(({ id, device, address, created_at, last_used_at, current }) => (
          <li key={id} className="spread">
            <div>
              <strong>{device}</strong> {current && <Badge>This device</Badge>}
              <p className={styles.meta}>
                Last used <SessionDate at={last_used_at} />. Signed in <SessionDate at={created_at} />
                {address !== '' && `, from ${address}`}.
              </p>
            </div>
            {!current && (
              <SignOutButton call={withParams(signOutDevice, { id })} name={`Sign out ${device}`}>
                Sign out
              </SignOutButton>
            )}
          </li>
        ))}
      </ul>
      {sessions.every(({ current }) => current) ? (
        <p className={styles.meta}>You aren’t signed in anywhere else.</p>
      ) : (
        <SignOutButton call={signOutOtherDevices}>Sign out all other devices</SignOutButton>
      )}
    </div>
  );
}

/** A sign-out button in a form of its own, so that it also works without JavaScript. */
function SignOutButton({ call, name, children }: { call: Call; name?: string; children: string }) {
  const { busy, send } = useCall();
  const pending = busy !== '';
  return (
    <form
      method="post"
      action={call.path}
      onSubmit={(event) => {
        event.preventDefault();
        void send(call);
      }}
    >
      <Button type="submit" look="line" small pending={pending} aria-label={name}>
        <ButtonLabel label={children} busyLabel="Signing out…" busy={pending} />
      </Button>
    </form>
  );
}

const SessionDate = ({ at }: { at: string }) => <time dateTime={at}>{formatLocalDate(at)}</time>;

/** Lists the latest entries of the account's log; `total` is the number of all entries. */
const AccountLog = ({ entries, total }: { entries: Content['noted']; total: number }) =>
  entries.length === 0 ? (
    <p className={styles.meta}>Nothing yet.</p>
  ) : (
    <div className="stack">
      <ul className={`ruled ${styles.list}`}>
        {entries.map(({ id, when, what, address }) => (
          <li key={id} className="spread">
            <div>
              <strong>{what}</strong>
              <p className={styles.meta}>
                {when}
                {address !== '' && `, from ${address}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {total > entries.length && (
        <p className={styles.meta}>
          The newest {entries.length} of {total.toLocaleString('en-GB')}. All of them are in the copy of your data,
          under <a href="#my-data">My data</a>.
        </p>
      )}
    </div>
  );
