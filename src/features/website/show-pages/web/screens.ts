import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  // The list for managers has the same type of page, but its own screen
  list_shows: (path) =>
    path.startsWith('/members/') ? import('./manage-shows-page.tsx') : import('./list-shows-page.tsx'),
  past_show: () => import('./show-page.tsx'),
} satisfies Screens;
