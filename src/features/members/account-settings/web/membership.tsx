import { ManageMembership } from '#features/money/subscriptions/web/index.ts';
import type { Page } from '#platform/shared/pages.ts';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';

export function MembershipSettings({ page }: { page: Page<'account_settings'> }) {
  const { update_profile: name, email, subs, card_form } = page;
  return (
    <FormSection id="membership" title="Manage Membership" about="Yearly subscriptions, for you or for someone else.">
      <ManageMembership
        of={subs}
        form={card_form}
        payer={{ givenName: name.firstname, familyName: name.lastname, email }}
      />
    </FormSection>
  );
}
