export { cleanLogo } from './logo.ts';
export { bookingsRetention, messagesRetention, monthsSet } from './retention.ts';
export {
  anySaved,
  readNote,
  readSettings,
  removeSetting,
  saveSettings,
  settingVersion,
  writeNote,
} from './settings-store.ts';
