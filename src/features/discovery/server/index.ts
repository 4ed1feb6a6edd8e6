export { calendar, calendarEntry } from './calendar.ts';
