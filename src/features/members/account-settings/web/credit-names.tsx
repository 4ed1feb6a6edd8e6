import { setOwnCreditStyle } from '#features/archive/shows/people/contract.ts';
import { CreditStyleField } from '#features/archive/shows/people/web/index.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';

/** For members whose programmes printed another name: lets them choose how credits show it. */
export function CreditNames({ page: { credit_names } }: { page: Page<'account_settings'> }) {
  if (credit_names.length === 0) return null;
  return (
    <FormSection
      id="credit-names"
      title="Your name in credits"
      about="Some programmes printed another name. You choose how the site shows it."
    >
      {credit_names.map(({ id, name, old, credit_style }) => (
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
      ))}
    </FormSection>
  );
}
