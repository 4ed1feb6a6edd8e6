import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  accounting: () => import('./accounting-page.tsx'),
  practice_provider: () => import('./practice-provider-page.tsx'),
  get_subs: () => import('./get-subs-page.tsx'),
} satisfies Screens;
