import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  subscription_receipt: () => import('./ReceiptPage.tsx'),
} satisfies Screens;
