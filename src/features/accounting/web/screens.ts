import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  accounting: () => import('./AccountingPage.tsx'),
  get_subs: () => import('./GetSubsPage.tsx'),
} satisfies Screens;
