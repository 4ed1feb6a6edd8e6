export { sanitiseLogo } from './logo.ts';
export { isPublicDemo, publicDemoNote, sharedAccountsMessage } from './public-demo.ts';
export { bookingsRetention, messagesRetention, retentionMonthsOf } from './retention.ts';
export {
  findSettingsSaver,
  findSettingsVersion,
  hasSavedSettings,
  readInternalSetting,
  readSettings,
  removeSetting,
  saveSettings,
  writeInternalSetting,
} from './settings-store.ts';
