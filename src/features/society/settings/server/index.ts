export { sanitiseLogo as cleanLogo } from './logo.ts';
export { isPublicDemo, publicDemoNote, sharedAccountsMessage } from './public-demo.ts';
export { bookingsRetention, messagesRetention, retentionMonthsOf as monthsSet } from './retention.ts';
export {
  findSettingsSaver,
  findSettingsVersion as settingVersion,
  hasSavedSettings as anySaved,
  readInternalSetting as readNote,
  readSettings,
  removeSetting,
  saveSettings,
  writeInternalSetting as writeNote,
} from './settings-store.ts';
