import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/admin/audit': ['webmaster', 'See errors and failed tasks'],
  },
};

export const screens = {
  audit_log: () => import('./audit-log-page.tsx'),
} satisfies ScreenLoaders;
