import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';
import { adminTools } from '../admin-tools.ts';

export const navigation: MembersNavigation = {
  tools: adminTools,
  help: {
    '/members/manage_shows': ['webmaster', 'Correct a show'],
    '/members/manage_shows/new/:title': ['webmaster', 'Add a show'],
    '/members/manage_shows/:id/:title': ['webmaster', 'Correct a show'],
  },
};

export const screens = {
  edit_show: () => import('./edit/edit-show-page.tsx'),
} satisfies ScreenLoaders;
