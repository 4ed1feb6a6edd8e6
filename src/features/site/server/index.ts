export { readSettings, saveSettings } from '#features/society/server/settings-store.ts';
export { siteDataFor, timeZoneOf } from './site-data.ts';
