import type { ScreenLoaders } from '#platform/web/navigation/index.ts';
import { adminTools } from '../admin-tools.ts';

export const navigation = {
  tools: adminTools,
  help: {
    '/members/admin/add-show-member': ['webmaster', 'Add a show'],
    '/members/admin/people': ['webmaster', 'Correct a name'],
    '/members/admin/people/:id': ['webmaster', 'Correct a name'],
  },
} as const;

export const screens = {
  add_show_member: () => import('./add-show-member-page.tsx'),
  people: () => import('../people/web/people-page.tsx'),
  edit_person: () => import('../people/web/edit-person-page.tsx'),
} satisfies ScreenLoaders;
