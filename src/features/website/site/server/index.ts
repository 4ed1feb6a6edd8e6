export { buildSiteData as siteDataFor, findTimeZone as timeZoneOf } from './site-data.ts';
