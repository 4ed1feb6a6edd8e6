import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';
import { handbookPath } from '../chapters.ts';

export const navigation: MembersNavigation = {
  below: [{ item: 'help', order: 10, links: () => [{ label: 'Handbook', href: handbookPath }] }],
};

export const screens = {
  handbook: () => import('./handbook-index-page.tsx'),
  handbook_page: () => import('./handbook-page.tsx'),
} satisfies ScreenLoaders;
