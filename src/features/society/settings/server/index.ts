export { sanitiseLogo } from './logo.ts';
export { bookingsRetentionText, createRetentionMonthsReader, messagesRetentionText } from './retention.ts';
export {
  findSettingsSaver,
  findSettingsVersion,
  hasSavedSettings,
  isPublicDemo,
  publicDemoSetting,
  readInternalSetting,
  readSettings,
  removeSetting,
  saveSettings,
  sharedAccountsMessage,
  writeInternalSetting,
} from './settings-store.ts';
