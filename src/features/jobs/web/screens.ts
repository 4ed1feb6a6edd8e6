import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  jobs: () => import('./JobsPage.tsx'),
} satisfies Screens;
