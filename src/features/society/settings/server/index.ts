export { sanitiseLogo as cleanLogo } from './logo.ts';
export { bookingsRetention, messagesRetention, retentionMonthsOf as monthsSet } from './retention.ts';
export {
  findSettingsVersion as settingVersion,
  hasSavedSettings as anySaved,
  readInternalSetting as readNote,
  readSettings,
  removeSetting,
  saveSettings,
  writeInternalSetting as writeNote,
} from './settings-store.ts';
