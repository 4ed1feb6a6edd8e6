import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const screens = {
  // A person's page and the list for managers have the same type of page, but screens of their own
  list_shows: (path, { person }) => {
    if (path.startsWith('/members/')) return import('./manage-shows-page.tsx');
    return person ? import('./person-page.tsx') : import('./list-shows-page.tsx');
  },
  past_show: () => import('./show-page.tsx'),
} satisfies ScreenLoaders;
