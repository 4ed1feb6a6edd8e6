export { cleanLogo } from './logo.ts';
export { readNote, readSettings, removeSetting, saveSettings, writeNote } from './settings-store.ts';
