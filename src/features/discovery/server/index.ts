export { calendar } from './calendar.ts';
