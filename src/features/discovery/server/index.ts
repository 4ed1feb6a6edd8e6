export { renderPerformanceCalendar as calendarEntry, renderShowCalendar as calendar } from './calendar.ts';
