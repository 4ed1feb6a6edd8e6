import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const screens = {
  contact: () => import('./contact-page.tsx'),
} satisfies ScreenLoaders;
