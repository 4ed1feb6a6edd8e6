import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const navigation: MembersNavigation = {
  entries: [],
  help: {
    '/members/portrait/:id': ['member', 'Show your portrait on the site'],
  },
};

export const screens = {
  portrait: () => import('./portrait-page.tsx'),
} satisfies ScreenLoaders;
