export { bookingsRetentionText, createRetentionMonthsReader, messagesRetentionText } from './retention.ts';
export {
  createInternalSetting,
  deleteSetting,
  findLastSettingsEditorId,
  findSettingsVersion,
  hasSavedSettings,
  isPublicDemo,
  publicDemoSetting,
  readInternalSetting,
  readSettings,
  saveSettings,
  sharedAccountsMessage,
} from './settings-store.ts';

/** Sanitises an SVG logo (`logo.ts`). The sanitiser is loaded only when it is first needed. */
export const sanitiseLogo = async (source: string): Promise<string> => (await import('./logo.ts')).sanitiseLogo(source);
