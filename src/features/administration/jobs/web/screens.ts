import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  jobs: () => import('./jobs-page.tsx'),
} satisfies Screens;
