import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/membership/gift_aid': ['treasurer', 'Claim Gift Aid'],
  },
};

export const screens = {
  gift_aid: () => import('./gift-aid-page.tsx'),
} satisfies ScreenLoaders;
