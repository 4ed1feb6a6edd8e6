import { useState } from 'react';
import { PasswordInput } from '#features/society/accounts/web/index.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Field, InputField, Select } from '#platform/web/ui/fields/field.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { removeMailServer, saveMailServer, testMailServer } from '../contract.ts';
import styles from './mail-settings-page.module.css';

type Content = Page<'mail_settings'>;

const encryptionLabels = [
  ['tls', 'From the start (TLS, usually port 465)'],
  ['starttls', 'After connecting (STARTTLS, usually port 587)'],
  ['optional', 'Only if the server offers it (no user name or password)'],
] as const;

/** The attributes of a field for a text that browsers should neither fill in nor correct. */
const technicalText = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false };

/** Shows the site's mail server; visitors with the right to change it get a form. */
export default function MailSettingsPage({ page }: { page: Content }) {
  return (
    <div>
      <header className="page-head">
        <h1>{page.title}</h1>
        <p>{describeUse(page)}</p>
      </header>
      {page.may_change ? <MailServerSection page={page} /> : <SavedServer page={page} />}
    </div>
  );
}

/** Says which server sends the site's emails, or why none does, and who can change that. */
function describeUse({ set_by, may_change, host, password_lost }: Content): string {
  if (set_by === 'demo') return 'This is a public demo, so it sends no emails, and no mail server can be set here.';
  if (set_by === 'environment')
    return 'SMTP_URL is set on the server, so these settings can only be changed there. You can send a test email from the Mail log.';
  if (!may_change) return 'Only somebody with the role Admin can change these settings.';
  if (password_lost)
    return 'The stored password can’t be read any more, because SECRET was replaced on the server. Enter it again: until then emails wait.';
  if (host === '') return 'No mail server is set up yet, so emails aren’t delivered: they are kept in the mail log.';
  return `Emails are sent through ${host}.`;
}

function SavedServer({ page: { host, port, user, sender } }: { page: Content }) {
  if (host === '') return null;
  return (
    <dl className={styles.facts}>
      <dt>Mail server</dt>
      <dd>
        {host}, port {port}
      </dd>
      {user !== '' && (
        <>
          <dt>User name</dt>
          <dd>{user}</dd>
        </>
      )}
      <dt>Sender</dt>
      <dd>{sender}</dd>
    </dl>
  );
}

function MailServerSection({ page }: { page: Content }) {
  return (
    <FormSection
      title="Mail server"
      about="Your provider’s help pages list these settings under “SMTP” or “outgoing mail”. Password reset links are sent through this server, so anyone who runs it can read them. That’s why the site emails all admins when it changes."
    >
      {/* After a save, the form starts again from the saved values */}
      <CallForm
        key={page.basis}
        what="the mail settings"
        call={saveMailServer}
        submitLabel="Save mail settings"
        pendingLabel="Connecting…"
        beside={<TestServerButton />}
      >
        {(errors) => (
          <>
            <input type="hidden" name="basis" value={page.basis} />
            <FieldPair>
              <InputField
                label="Mail server"
                hint="Such as mail.example.org."
                error={errors.host}
                name="host"
                defaultValue={page.host}
                maxLength={253}
                {...technicalText}
                required
              />
              <InputField
                label="Port"
                hint="465, 587 or 25."
                error={errors.port}
                name="port"
                defaultValue={page.port}
                inputMode="numeric"
                autoComplete="off"
                required
              />
            </FieldPair>
            <Field label="Encryption" error={errors.encryption}>
              {(control) => (
                <Select {...control} name="encryption" defaultValue={page.encryption}>
                  {encryptionLabels.map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <FieldPair>
              <InputField
                label="User name"
                hint="Often the email address. Leave it empty if the server needs none."
                error={errors.user}
                name="user"
                defaultValue={page.user}
                maxLength={320}
                {...technicalText}
              />
              <Field
                label="Password"
                hint={
                  page.has_password && !page.password_lost
                    ? 'A password is saved. Leave this empty to keep it.'
                    : 'Some providers want a separate “app password”.'
                }
                error={errors.password}
              >
                {(control) => (
                  <PasswordInput {...control} name="password" autoComplete="new-password" required={false} />
                )}
              </Field>
            </FieldPair>
            <InputField
              label="Sender"
              hint="The address that emails come from. Your provider has to allow it for this account."
              error={errors.sender}
              name="sender"
              type="email"
              defaultValue={page.sender}
              maxLength={254}
              autoComplete="off"
              required
            />
          </>
        )}
      </CallForm>
      {page.host !== '' && <RemoveServer page={page} />}
    </FormSection>
  );
}

/**
 * Sends a test email through the server as typed, before anything is saved. The form shows the server's response, and
 * the errors next to their fields.
 */
function TestServerButton() {
  const { busy, sendVia } = useCall(saveMailServer.path);
  return (
    <Button
      look="line"
      pending={busy === testMailServer.path}
      onClick={({ currentTarget: { form } }) => {
        if (!form) return;
        const sending = () => sendCall(testMailServer, new FormData(form) as never);
        void sendVia(testMailServer, sending, { ...keepTyped, form });
      }}
    >
      Send me a test email
    </Button>
  );
}

/** The page isn't fetched again after a test, because nothing on it has changed. */
const keepTyped = { renews: 'nothing' } as const;

function RemoveServer({ page: { host, password_lost } }: { page: Content }) {
  const { busy, slot, send } = useCall();
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <div className="row">
      <Button look="line" pending={busy === removeMailServer.path} onClick={() => setIsConfirming(true)}>
        Remove mail server
      </Button>
      <CallStatus slot={slot} />
      {isConfirming && (
        <ConfirmDialog
          question="Remove the mail server?"
          cancelLabel="Keep it"
          confirmLabel="Remove mail server"
          onConfirm={() => void send(removeMailServer)}
          onClose={() => setIsConfirming(false)}
        >
          Emails will no longer be delivered, and nobody can reset a password by email.{' '}
          {password_lost
            ? 'The site can’t email the other admins about this, because it can no longer read the server’s password: tell them yourself.'
            : `All admins get one last email through ${host} about this. Then the password of that mail server is deleted.`}
        </ConfirmDialog>
      )}
    </div>
  );
}
