export { readSettings, saveSettings } from './settings-store.ts';
export { siteDataFor, timeZoneOf } from './site-data.ts';
