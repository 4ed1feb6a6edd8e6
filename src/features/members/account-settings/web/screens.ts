import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  account_settings: () => import('./account-settings-page.tsx'),
  confirm_email: () => import('./confirm-email-page.tsx'),
} satisfies Screens;
