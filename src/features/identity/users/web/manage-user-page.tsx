import { formatDateOfInstant } from '#platform/shared/dates/dates.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { EmailAddress } from '#platform/web/ui/content/email-address.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import { BackLink } from '#platform/web/ui/navigation/back-link.tsx';
import { accountStatusLabels, roleLabels } from '../labels.ts';
import { UserAccessForm } from './access.tsx';
import { AccountStatusActions } from './account-status.tsx';
import { LinkedPeopleList } from './linked-people.tsx';
import { SignInActions } from './sign-in-help.tsx';
import { UserSubscriptions } from './user-subscriptions.tsx';
import styles from './users.module.css';

type Content = Page<'manage_user'>;

export const head = (page: Content): Head => ({ title: page.title, description: '', indexed: false });

/** A user's account: status, permissions, persons in shows, sign-in, subscriptions and activity. */
export default function ManageUserPage({ page }: { page: Content }) {
  const { user, own, noted } = page;
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
        <dd>{formatDateOfInstant(user.joined)}</dd>
        <dt>Last signed in</dt>
        <dd>{user.last_signed_in ? formatDateOfInstant(user.last_signed_in) : 'Never'}</dd>
      </dl>
      {page.may_change ? (
        <>
          <AccountStatusActions page={page} />
          <UserAccessForm page={page} />
          <LinkedPeopleList page={page} />
          <SignInActions page={page} />
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
        )}
      </FormSection>
    </div>
  );
}
