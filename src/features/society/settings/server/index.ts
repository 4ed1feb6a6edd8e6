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

/** Sanitises an SVG logo as `logo.ts` does. The sanitiser is loaded with the first one. */
export const sanitiseLogo = async (source: string): Promise<string> => (await import('./logo.ts')).sanitiseLogo(source);
