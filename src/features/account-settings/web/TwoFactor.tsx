import { TwoFactorSection } from '#features/second-factor/web/index.ts';
import type { Page } from '#platform/shared/pages.ts';
import { SettingsSection } from './SettingsSection.tsx';

export const TwoFactor = ({ page }: { page: Page<'account_settings'> }) => (
  <SettingsSection
    id="two-factor"
    title="Two Factor Setup"
    lead="A six-figure code from your phone, or a passkey, as well as your password."
  >
    <TwoFactorSection of={page.two_factor} />
  </SettingsSection>
);
