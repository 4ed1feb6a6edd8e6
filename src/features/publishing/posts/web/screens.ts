import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const screens = {
  post: (_path, { frontpage }) => (frontpage ? import('./front-page.tsx') : import('./post-page.tsx')),
} satisfies ScreenLoaders;
