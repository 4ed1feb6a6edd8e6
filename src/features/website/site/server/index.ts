export { buildSiteData, findTimeZone } from './site-data.ts';
