export { cleanLogo } from './logo.ts';
export { readSettings, saveSettings } from './settings-store.ts';
