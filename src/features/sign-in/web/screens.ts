import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  login: () => import('./LoginPage.tsx'),
  account_notice: () => import('./AccountNoticePage.tsx'),
  confirm_address: () => import('./ConfirmAddressPage.tsx'),
  invitation: () => import('./InvitationPage.tsx'),
  forgotten: () => import('./ForgottenPage.tsx'),
  reset_password: () => import('./ResetPasswordPage.tsx'),
  logout: () => import('./LogoutPage.tsx'),
  password_again: () => import('./PasswordAgainPage.tsx'),
} satisfies Screens;
