import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  dashboard: () => import('./dashboard-page.tsx'),
  members_shows: () => import('./members-shows-page.tsx'),
  members_show: () => import('./members-show-page.tsx'),
  society_posts: () => import('./society-posts-page.tsx'),
  admin_tools: () => import('./admin-tools-page.tsx'),
} satisfies Screens;
