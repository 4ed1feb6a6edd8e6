export { siteDataFor, timeZoneOf } from './site-data.ts';
