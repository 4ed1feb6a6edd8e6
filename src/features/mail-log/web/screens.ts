import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  mail_log: () => import('./MailLogPage.tsx'),
  opened_mail: () => import('./OpenedMailPage.tsx'),
} satisfies Screens;
