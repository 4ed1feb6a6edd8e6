import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  accounting: () => import('./AccountingPage.tsx'),
  practice_provider: () => import('./PracticeProviderPage.tsx'),
  get_subs: () => import('./GetSubsPage.tsx'),
} satisfies Screens;
