import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const screens = {
  file_page: () => import('./file-page.tsx'),
} satisfies ScreenLoaders;
