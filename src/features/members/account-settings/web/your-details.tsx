import { type ComponentProps, useState } from 'react';
import { NewPasswordFields } from '#features/identity/sign-in/web/index.ts';
import { ContactViews } from '#features/members/emergency-contacts/web/index.ts';
import { setPostEmailPreference } from '#features/members/show-management/contract.ts';
import { PasswordInput } from '#features/society/accounts/web/index.ts';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import type { Call } from '#platform/shared/calls/calls.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { Field, Input } from '#platform/web/ui/fields/field.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import {
  changePassword,
  requestEmailChange,
  updateContactDetails,
  updateEmergencyContact,
  updateProfile,
} from '../contract.ts';
import styles from './account-settings.module.css';

type Content = Page<'account_settings'>;
interface SectionProps {
  page: Content;
}

type SectionId = NonNullable<Content['posted']>['section'];

/** Returns the form if it was posted to this section without JavaScript and rejected; otherwise undefined. */
const findPostedForm = ({ posted }: Content, section: SectionId) => (posted?.section === section ? posted : undefined);

type TextField = ComponentProps<'input'> & { name: string; label: string; value: string };

const phoneField = { type: 'tel', maxLength: 40 };

/**
 * A form of required one-line fields. Each has the value typed in the rejected form (`posted`) or, without one, its
 * current value.
 */
function TextForm({
  call,
  submit,
  fields,
  paired = false,
  section,
  posted,
}: {
  call: Call;
  submit: string;
  fields: readonly TextField[];
  /** True to place the fields side by side if there is room. */
  paired?: boolean;
  section?: SectionId;
  posted?: { typed: Readonly<Record<string, string>>; answer?: CallResponse | undefined } | undefined;
}) {
  return (
    <CallForm
      call={call}
      {...(section && { action: `${call.path}#${section}` })}
      submitLabel={submit}
      pendingLabel="Saving…"
      answered={posted?.answer}
    >
      {(errors) => {
        const inputs = fields.map(({ label, value, name, ...input }) => (
          <Field key={name} label={label} error={errors[name]}>
            {(control) => (
              <Input {...input} {...control} name={name} defaultValue={posted?.typed[name] ?? value} required />
            )}
          </Field>
        ));
        return paired ? <FieldPair>{inputs}</FieldPair> : <div className={`stack ${styles.short}`}>{inputs}</div>;
      }}
    </CallForm>
  );
}

export function ChangePasswordForm({ page }: SectionProps) {
  return (
    <CallForm
      call={changePassword}
      action={`${changePassword.path}#password`}
      submitLabel="Change password"
      pendingLabel="Changing…"
      answered={findPostedForm(page, 'password')?.answer}
    >
      {(errors) => (
        <div className={`stack ${styles.short}`}>
          {/* Tells a password manager which account this password belongs to */}
          <input type="text" value={page.email} autoComplete="username" hidden readOnly />
          <Field label="Current password" error={errors.old_password}>
            {(control) => <PasswordInput {...control} name="old_password" autoComplete="current-password" />}
          </Field>
          <NewPasswordFields name="new_password" again="confirm_new_password" errors={errors} label="New password" />
        </div>
      )}
    </CallForm>
  );
}

export function ChangeEmailForm() {
  const { sends_mail } = useSite();
  const field = { name: 'email', label: 'New email address', value: '', type: 'email', autoComplete: 'email' };
  return (
    sends_mail && <TextForm call={requestEmailChange} submit="Send the link" fields={[{ ...field, maxLength: 254 }]} />
  );
}

export function ProfileForm({ page }: SectionProps) {
  const { firstname, lastname } = page.update_profile;
  const fields = [
    { name: 'firstname', label: 'First name', value: firstname, autoComplete: 'given-name', maxLength: 60 },
    { name: 'lastname', label: 'Last name', value: lastname, autoComplete: 'family-name', maxLength: 60 },
  ];
  return (
    <TextForm
      call={updateProfile}
      submit="Save profile"
      fields={fields}
      paired
      section="profile"
      posted={findPostedForm(page, 'profile')}
    />
  );
}

export function PhoneNumberForm({ page }: SectionProps) {
  const { phone_number: value } = page.update_contact_details;
  return (
    <TextForm
      call={updateContactDetails}
      submit="Save phone number"
      fields={[{ ...phoneField, name: 'phone_number', label: 'Phone number', value, autoComplete: 'tel' }]}
      section="contact"
      posted={findPostedForm(page, 'contact')}
    />
  );
}

export function EmergencyContactForm({ page }: SectionProps) {
  const { name, number } = page.emergency_contact;
  const fields = [
    { name: 'e_con_name', label: 'Their name', value: name, autoComplete: 'off', maxLength: 100 },
    { ...phoneField, name: 'e_con_phone', label: 'Their phone number', value: number, autoComplete: 'off' },
  ];
  return (
    <>
      <TextForm
        call={updateEmergencyContact}
        submit="Save emergency contact"
        fields={fields}
        paired
        section="emergency"
        posted={findPostedForm(page, 'emergency')}
      />
      <ContactViews views={page.looks} total={page.looks_total} />
    </>
  );
}

/** Turns emails about new posts for the member's shows on or off; saves at once. */
export function PostNotificationsForm({ isOn }: { isOn: boolean }) {
  const { sends_mail } = useSite();
  const [on, setOn] = useState(isOn);
  const { busy, slot, send } = useCall();

  function change(requested: boolean) {
    setOn(requested);
    void send(
      setPostEmailPreference,
      { told: requested ? 'on' : '' },
      { onAnswer: ({ code }) => setOn(requested === (code === 200)) },
    );
  }

  return (
    <>
      <div className="row" aria-busy={busy !== '' || undefined}>
        <Checkbox
          role="switch"
          aria-checked={on}
          checked={on}
          aria-disabled={busy !== '' || undefined}
          onChange={(event) => {
            if (!busy) change(event.target.checked);
          }}
        >
          Email me about new posts for my shows
        </Checkbox>
        <CallStatus slot={slot} />
      </div>
      {!sends_mail && (
        <p className="muted">This site can’t send email yet, so you won’t get emails about posts until it can.</p>
      )}
    </>
  );
}
