export { createCurtainTimeLoader, type ListCurtainTimes } from './curtain-times.ts';
export { renderPerformanceCalendar, renderShowCalendar } from './icalendar.ts';
