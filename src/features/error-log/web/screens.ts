import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  faults: () => import('./ErrorLogPage.tsx'),
} satisfies Screens;
