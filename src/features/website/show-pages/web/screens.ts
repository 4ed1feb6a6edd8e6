import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  // The archive for those who manage it: the same type of page, with their tools
  list_shows: (path) =>
    path.startsWith('/members/') ? import('./manage-shows-page.tsx') : import('./list-shows-page.tsx'),
  past_show: () => import('./show-page.tsx'),
} satisfies Screens;
