import { TwoFactorSection } from '#features/identity/second-factor/web/index.ts';
import type { Page } from '#platform/shared/pages.ts';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';

export const TwoFactorSettings = ({ page }: { page: Page<'account_settings'> }) => (
  <FormSection
    id="two-factor"
    title="Two Factor Setup"
    about="A six-digit code from your phone, or a passkey, as well as your password."
  >
    <TwoFactorSection of={page.two_factor} />
  </FormSection>
);
