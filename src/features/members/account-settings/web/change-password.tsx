import { NewPassword } from '#features/identity/sign-in/web/index.ts';
import { PasswordInput } from '#features/society/accounts/web/index.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { Field } from '#platform/web/ui/fields/field.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import { changePassword } from '../contract.ts';
import { CalendarLinkNotice } from './calendar.tsx';
import styles from './fields.module.css';

export function ChangePasswordForm({ page }: { page: Page<'account_settings'> }) {
  const { posted, email } = page;
  return (
    <FormSection
      id="password"
      title="Change Password"
      about={
        <>
          All your other devices will be signed out.
          <CalendarLinkNotice page={page} />
        </>
      }
    >
      <CallForm
        call={changePassword}
        submitLabel="Change password"
        pendingLabel="Changing…"
        answered={posted?.section === 'password' ? posted.answer : undefined}
      >
        {(errors) => (
          <div className={`stack ${styles.short}`}>
            {/* Tells a password manager whose password it is */}
            <input type="text" value={email} autoComplete="username" hidden readOnly />
            <Field label="Current password" error={errors.old_password}>
              {(control) => <PasswordInput {...control} name="old_password" autoComplete="current-password" />}
            </Field>
            <NewPassword name="new_password" again="confirm_new_password" errors={errors} label="New password" />
          </div>
        )}
      </CallForm>
    </FormSection>
  );
}
