import { CalendarSettings } from '#features/calendar-feed/web/index.ts';
import type { Page } from '#platform/shared/pages.ts';
import { FormSection } from '#platform/web/ui/FormSection.tsx';

export const Calendar = ({ page }: { page: Page<'account_settings'> }) => (
  <FormSection id="calendar" title="Your calendar" about="Performances and show dates, on your phone.">
    <CalendarSettings feed={page.calendar} />
  </FormSection>
);
