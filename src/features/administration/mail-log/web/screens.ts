import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  mail_log: () => import('./mail-log-page.tsx'),
  opened_mail: () => import('./opened-mail-page.tsx'),
} satisfies Screens;
