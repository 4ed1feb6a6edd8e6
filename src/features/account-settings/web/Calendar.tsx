import { CalendarSettings } from '#features/calendar-feed/web/index.ts';
import type { Page } from '#platform/shared/pages.ts';
import { SettingsSection } from './SettingsSection.tsx';

export const Calendar = ({ page }: { page: Page<'account_settings'> }) => (
  <SettingsSection id="calendar" title="Your calendar" lead="Performances and show dates, on your phone.">
    <CalendarSettings feed={page.calendar} />
  </SettingsSection>
);
