import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const screens = {
  search: () => import('./search-page.tsx'),
} satisfies ScreenLoaders;
