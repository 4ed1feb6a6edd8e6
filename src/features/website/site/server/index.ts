export { buildSiteData, loadTimeZone } from './site-data.ts';
