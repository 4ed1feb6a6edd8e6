import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/admin/corrections': ['webmaster', 'Correct a show'],
  },
};

export const screens = {
  corrections: () => import('./corrections-page.tsx'),
} satisfies ScreenLoaders;
