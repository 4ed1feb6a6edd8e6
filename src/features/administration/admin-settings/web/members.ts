import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';
import { adminTools } from '../admin-tools.ts';

export const navigation: MembersNavigation = {
  tools: adminTools,
  help: {
    '/members/admin/admin_settings': ['webmaster', 'Change the society’s settings'],
  },
};

export const screens = {
  admin_settings: () => import('./admin-settings-page.tsx'),
} satisfies ScreenLoaders;
