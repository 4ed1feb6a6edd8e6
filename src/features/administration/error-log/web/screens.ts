import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  faults: () => import('./error-log-page.tsx'),
} satisfies Screens;
