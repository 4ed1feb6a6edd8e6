import { CalendarSettings } from '#features/publishing/calendar-feed/web/index.ts';
import type { Page } from '#platform/shared/pages.ts';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';

/** Notes that the calendar link survives a new password and signing out. Renders nothing when the feed is off. */
export const CalendarLinkNotice = ({ page: { calendar } }: { page: Page<'account_settings'> }) =>
  calendar.on && (
    <>
      {' '}
      Your calendar link keeps working: <a href="#calendar">create a new one</a> if someone else may have it.
    </>
  );

export const Calendar = ({ page }: { page: Page<'account_settings'> }) => (
  <FormSection id="calendar" title="Your calendar" about="Performances and show dates, on your phone.">
    <CalendarSettings feed={page.calendar} />
  </FormSection>
);
