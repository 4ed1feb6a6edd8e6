import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/admin/jobs': ['webmaster', 'See errors and failed tasks'],
    '/members/admin/errors': ['webmaster', 'See errors and failed tasks'],
    '/members/admin/updates': ['webmaster', 'Hear about new versions'],
  },
};

export const screens = {
  jobs: () => import('./jobs-page.tsx'),
  faults: () => import('./error-log-page.tsx'),
  updates: () => import('./updates-page.tsx'),
} satisfies ScreenLoaders;
