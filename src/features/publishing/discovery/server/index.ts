export { renderPerformanceCalendar as calendarEntry, renderShowCalendar as calendar } from './icalendar.ts';
