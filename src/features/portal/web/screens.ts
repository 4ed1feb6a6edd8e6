import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  dashboard: () => import('./DashboardPage.tsx'),
  members_shows: () => import('./MembersShowsPage.tsx'),
  members_show: () => import('./MembersShowPage.tsx'),
  society_posts: () => import('./SocietyPostsPage.tsx'),
  admin_tools: () => import('./AdminToolsPage.tsx'),
} satisfies Screens;
