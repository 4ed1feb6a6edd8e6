import type { Head } from '../../../platform/shared/head.ts';
import type { Page } from '../../../platform/shared/pages.ts';
import { CallForm } from '../../../platform/web/calls/CallForm.tsx';
import { WhileTyped } from '../../../platform/web/calls/WhileTyped.tsx';
import { Badge } from '../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { Field, Input, Select } from '../../../platform/web/ui/Field.tsx';
import { FormSection } from '../../../platform/web/ui/FormSection.tsx';
import { roles } from '../../accounts/roles.ts';
import { roleWords } from '../words.ts';
import { InviteMany } from './InviteMany.tsx';
import styles from './Users.module.css';
import { Said, useAct } from './useAct.tsx';

type Content = Page<'invite_users'>;

export const head = (page: Content): Head => ({ title: page.title, description: '', indexed: false });

/** Sends for people: one, or a whole list; and says who hasn't come yet. */
export default function InviteUsersPage({ page }: { page: Content }) {
  return (
    <div className={styles.page}>
      <header className="page-head">
        <p className="meta">
          <a href="/members/admin/manage_users">Manage Users</a> /
        </p>
        <h1>{page.title}</h1>
        <p>Each is mailed a link, with which they choose a password. It works for two weeks.</p>
      </header>
      <FormSection title="One person">
        <WhileTyped what="the invitation">
          <CallForm call="/members/api/admin/invite" submit="Send the invitation" pending="Sending…">
            {(errors) => (
              <>
                <Field label="First name" error={errors.firstname}>
                  {(control) => <Input {...control} name="firstname" maxLength={60} required autoComplete="off" />}
                </Field>
                <Field label="Last name" error={errors.lastname}>
                  {(control) => <Input {...control} name="lastname" maxLength={60} required autoComplete="off" />}
                </Field>
                <Field label="Email" error={errors.email}>
                  {(control) => (
                    <Input {...control} type="email" name="email" maxLength={254} required autoComplete="off" />
                  )}
                </Field>
                <Field label="Role" error={errors.role}>
                  {(control) => (
                    <Select {...control} name="role" defaultValue="member">
                      {roles.map((role) => (
                        <option key={role} value={role}>
                          {roleWords[role]}
                        </option>
                      ))}
                    </Select>
                  )}
                </Field>
              </>
            )}
          </CallForm>
        </WhileTyped>
      </FormSection>
      <InviteMany />
      <Waiting invited={page.invited} />
    </div>
  );
}

function Waiting({ invited }: Pick<Content, 'invited'>) {
  const { busy, answer, act } = useAct();
  const withdraw = (id: string) => `/members/api/admin/invitations/${id}/withdraw`;
  return (
    <FormSection title="Not here yet" about="Who was invited and hasn’t used the link.">
      <div className="stack">
        <Said answer={answer} />
        {invited.length === 0 ? (
          <p>Nobody: every invitation has been used.</p>
        ) : (
          <ul className={styles.list}>
            {invited.map(({ id, firstname, lastname, email, role, sent, expired }) => {
              const name = `${firstname} ${lastname}`.trim() || email;
              return (
                <li key={id}>
                  <span>
                    {name} {name !== email && <span className="meta">{email}</span>}{' '}
                    {expired && <Badge tone="warning">Too old</Badge>}{' '}
                    <span className="meta">
                      {roleWords[role]}, invited {sent}
                    </span>
                  </span>
                  <span className="row">
                    <Button
                      look="line"
                      small
                      aria-label={`Invite ${name} again`}
                      onClick={() =>
                        void act('/members/api/admin/invitations', { role, people: [{ firstname, lastname, email }] })
                      }
                    >
                      Invite again
                    </Button>
                    <Button
                      look="line"
                      small
                      pending={busy === withdraw(id)}
                      aria-label={`Withdraw the invitation of ${name}`}
                      onClick={() => void act(withdraw(id))}
                    >
                      Withdraw
                    </Button>
                  </span>
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </FormSection>
  );
}
