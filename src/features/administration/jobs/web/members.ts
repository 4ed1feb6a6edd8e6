import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { Screens } from '#platform/web/navigation/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/admin/jobs': ['webmaster', 'See errors and failed tasks'],
  },
};

export const screens = {
  jobs: () => import('./jobs-page.tsx'),
} satisfies Screens;
