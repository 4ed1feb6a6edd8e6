export { renderPerformanceCalendar, renderShowCalendar } from './icalendar.ts';
