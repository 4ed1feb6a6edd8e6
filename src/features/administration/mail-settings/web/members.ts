import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { Screens } from '#platform/web/navigation/index.ts';

export const navigation: MembersNavigation = {
  help: { '/members/admin/mail_settings': ['webmaster', 'Set up the mail server'] },
};

export const screens = {
  mail_settings: () => import('./mail-settings-page.tsx'),
} satisfies Screens;
