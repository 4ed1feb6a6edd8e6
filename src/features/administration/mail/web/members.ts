import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/admin/mails': ['webmaster', 'Check that emails arrive'],
    '/members/admin/mails/:id': ['webmaster', 'Check that emails arrive'],
    '/members/admin/mail_settings': ['webmaster', 'Set up the mail server'],
  },
};

export const screens = {
  mail_log: () => import('./mail-log-page.tsx'),
  opened_mail: () => import('./opened-mail-page.tsx'),
  mail_settings: () => import('./mail-settings-page.tsx'),
} satisfies ScreenLoaders;
