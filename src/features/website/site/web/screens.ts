import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const screens = {
  error: () => import('./error-page.tsx'),
  redirect: () => import('./redirect-page.tsx'),
  map_post: () => import('./about-page.tsx'),
  notice: () => import('./policy-page.tsx'),
} satisfies ScreenLoaders;
