import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  faults: () => import('./FaultsPage.tsx'),
} satisfies Screens;
