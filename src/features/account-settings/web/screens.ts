import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  account_settings: () => import('./AccountSettingsPage.tsx'),
  confirm_email: () => import('./ConfirmEmailPage.tsx'),
} satisfies Screens;
