import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { Screens } from '#platform/web/navigation/index.ts';

export const navigation: MembersNavigation = {
  help: { '/members/admin/updates': ['webmaster', 'Hear about new versions'] },
};

export const screens = {
  updates: () => import('./updates-page.tsx'),
} satisfies Screens;
