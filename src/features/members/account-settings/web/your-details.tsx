import type { ComponentProps } from 'react';
import { ContactViews } from '#features/members/emergency-contacts/web/index.ts';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import type { Call } from '#platform/shared/calls/calls.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useSite } from '#platform/web/navigation/index.ts';
import { Field, Input } from '#platform/web/ui/fields/field.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import { requestEmailChange, updateContactDetails, updateEmergencyContact, updateProfile } from '../contract.ts';
import styles from './fields.module.css';

type Line = ComponentProps<'input'> & { name: string; label: string; value: string };

/** A form of single lines, each filled with its present value. */
function TextForm({
  call,
  submit,
  lines,
  paired = false,
  posted,
}: {
  call: Call;
  submit: string;
  lines: readonly Line[];
  /** True to set the fields next to each other if there is room. */
  paired?: boolean;
  /** The answer when it was posted without JavaScript. */
  posted: { typed: Readonly<Record<string, string>>; answer?: CallResponse | undefined } | undefined;
}) {
  return (
    <CallForm call={call} submitLabel={submit} pendingLabel="Saving…" answered={posted?.answer}>
      {(errors) => {
        const fields = lines.map(({ label, value, name, ...line }) => (
          <Field key={name} label={label} error={errors[name]}>
            {(control) => (
              <Input {...line} {...control} name={name} defaultValue={posted?.typed[name] ?? value} required />
            )}
          </Field>
        ));
        return paired ? <FieldPair>{fields}</FieldPair> : <div className={`stack ${styles.short}`}>{fields}</div>;
      }}
    </CallForm>
  );
}

type Section = { page: Page<'account_settings'> };

const postedTo = (page: Page<'account_settings'>, section: 'profile' | 'contact' | 'emergency') =>
  page.posted?.section === section ? page.posted : undefined;

export function ProfileForm({ page }: Section) {
  const { firstname, lastname } = page.update_profile;
  const lines = [
    { name: 'firstname', label: 'First name', value: firstname, autoComplete: 'given-name', maxLength: 60 },
    { name: 'lastname', label: 'Last name', value: lastname, autoComplete: 'family-name', maxLength: 60 },
  ];
  return (
    <FormSection id="profile" title="Update Profile">
      <TextForm call={updateProfile} submit="Save profile" lines={lines} paired posted={postedTo(page, 'profile')} />
    </FormSection>
  );
}

export function ChangeEmailForm({ page }: Section) {
  const { sends_mail } = useSite();
  const lines = [
    { name: 'email', label: 'New email address', value: '', type: 'email', autoComplete: 'email', maxLength: 254 },
  ];
  return (
    <FormSection
      id="email"
      title="Change Email Address"
      about={
        sends_mail
          ? `You sign in as ${page.email}, and our emails go there. The change takes effect once you open the link we send to the new address.`
          : `You sign in as ${page.email}. This site can’t send the link that confirms a new address: ask an admin to change it for you.`
      }
    >
      {sends_mail && <TextForm call={requestEmailChange} submit="Send the link" lines={lines} posted={undefined} />}
    </FormSection>
  );
}

export function ContactDetailsForm({ page }: Section) {
  const { phone_number } = page.update_contact_details;
  const lines = [
    {
      name: 'phone_number',
      label: 'Phone number',
      value: phone_number,
      type: 'tel',
      autoComplete: 'tel',
      maxLength: 40,
    },
  ];
  return (
    <FormSection id="contact" title="Update Contact Details">
      <TextForm
        call={updateContactDetails}
        submit="Save phone number"
        lines={lines}
        posted={postedTo(page, 'contact')}
      />
    </FormSection>
  );
}

export function EmergencyContact({ page }: Section) {
  const { name, number } = page.emergency_contact;
  const lines = [
    { name: 'e_con_name', label: 'Their name', value: name, autoComplete: 'off', maxLength: 100 },
    {
      name: 'e_con_phone',
      label: 'Their phone number',
      value: number,
      type: 'tel',
      autoComplete: 'off',
      maxLength: 40,
    },
  ];
  return (
    <FormSection
      id="emergency"
      title="Emergency Contact"
      about="Who we’ll ring if something happens to you. Only your show’s directors and the admins can see this, and every view is logged."
    >
      <TextForm
        call={updateEmergencyContact}
        submit="Save emergency contact"
        lines={lines}
        paired
        posted={postedTo(page, 'emergency')}
      />
      <ContactViews looks={page.looks} />
    </FormSection>
  );
}
