export { cleanLogo } from './logo.ts';
export { readNote, readSettings, removeSetting, saveSettings, settingVersion, writeNote } from './settings-store.ts';
