import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';
import { adminTools } from '../admin-tools.ts';

export const navigation: MembersNavigation = {
  tools: adminTools,
  help: {
    '/members/admin/manage_media': ['webmaster', 'Upload pictures'],
    '/members/admin/set_show_photos': ['webmaster', 'Upload pictures'],
  },
};

export const screens = {
  manage_media: () => import('./manage-media-page.tsx'),
  show_photos_form: () => import('./show-photos-page.tsx'),
} satisfies ScreenLoaders;
