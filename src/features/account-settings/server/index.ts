export { emailCalls } from './email-change.ts';
export { sessionCalls } from './session-calls.ts';
export { type SettingsParts, settingsCalls } from './settings.ts';
