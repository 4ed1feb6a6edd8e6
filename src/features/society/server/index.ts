export { cleanLogo } from './logo.ts';
export { monthsSet } from './retention-job.ts';
export { readNote, readSettings, removeSetting, saveSettings, settingVersion, writeNote } from './settings-store.ts';
