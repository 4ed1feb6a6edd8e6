import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  subscription_receipt: () => import('./receipt-page.tsx'),
} satisfies Screens;
