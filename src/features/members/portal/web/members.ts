import { membersShowPath } from '#features/archive/shows/paths.ts';
import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const navigation: MembersNavigation = {
  entries: [
    { permission: 'dashboard', label: 'Dashboard', href: '/members/dashboard', icon: 'pin', group: 'work', order: 10 },
    { permission: 'shows', label: 'Shows', href: '/members/shows', icon: 'drama', group: 'work', order: 20 },
    {
      permission: 'admin',
      label: 'Admin Tools',
      href: '/members/admin',
      icon: 'settings',
      group: 'work',
      order: 60,
      // The entry's links are only shown on its own pages, because most of them are needed rarely
      folds: true,
    },
  ],
  below: [
    {
      item: 'shows',
      order: 10,
      links: (site) => site.mostRecentMemberShows.map(({ id, title }) => ({ label: title, href: membersShowPath(id) })),
    },
  ],
  help: {
    '/members/dashboard': ['member', 'See what is new'],
    '/members/shows': ['member', 'Find a show’s notices and files'],
    '/members/show/:id': ['member', 'Find a show’s notices and files'],
    '/members/posts': ['secretary', 'Write to the whole society'],
    '/members/admin': ['webmaster', 'Start here: what needs your attention'],
  },
};

export const screens = {
  dashboard: () => import('./dashboard-page.tsx'),
  members_shows: () => import('./members-shows-page.tsx'),
  members_show: () => import('./members-show-page.tsx'),
  society_posts: () => import('./society-posts-page.tsx'),
  admin_tools: () => import('./admin-tools-page.tsx'),
} satisfies ScreenLoaders;
