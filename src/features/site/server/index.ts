export { readSettings, saveSettings } from './settings-store.ts';
export { siteDataAt, timeZoneOf } from './site-data.ts';
