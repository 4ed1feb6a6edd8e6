import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  // The archive for those who manage it: the same type of page, with their tools
  list_shows: (path) =>
    path.startsWith('/members/') ? import('./ManageShowsPage.tsx') : import('./ListShowsPage.tsx'),
  past_show: () => import('./ShowPage.tsx'),
} satisfies Screens;
