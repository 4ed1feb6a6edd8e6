export { CalendarSettings } from './CalendarSettings.tsx';
