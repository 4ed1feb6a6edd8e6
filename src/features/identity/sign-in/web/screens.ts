import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const screens = {
  login: () => import('./login-page.tsx'),
  account_notice: () => import('./account-notice-page.tsx'),
  confirm_address: () => import('./confirm-address-page.tsx'),
  invitation: () => import('./invitation-page.tsx'),
  forgotten: () => import('./forgotten-password-page.tsx'),
  reset_password: () => import('./reset-password-page.tsx'),
  logout: () => import('./logout-page.tsx'),
  password_again: () => import('./reauthentication-page.tsx'),
} satisfies ScreenLoaders;
