import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { Screens } from '#platform/web/navigation/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/admin/errors': ['webmaster', 'See errors and failed tasks'],
  },
};

export const screens = {
  faults: () => import('./error-log-page.tsx'),
} satisfies Screens;
