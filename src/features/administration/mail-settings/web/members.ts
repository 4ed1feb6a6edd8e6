import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { Screens } from '#platform/web/navigation/index.ts';
import { adminTools, mailSettingsPath } from '../tools.ts';

export const navigation: MembersNavigation = {
  tools: adminTools,
  help: { [mailSettingsPath]: ['webmaster', 'Set up the mail server'] },
};

export const screens = {
  mail_settings: () => import('./mail-settings-page.tsx'),
} satisfies Screens;
