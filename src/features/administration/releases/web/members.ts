import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { Screens } from '#platform/web/navigation/index.ts';
import { adminTools, updatesPath } from '../tools.ts';

export const navigation: MembersNavigation = {
  tools: adminTools,
  help: { [updatesPath]: ['webmaster', 'Hear about new versions'] },
};

export const screens = {
  updates: () => import('./updates-page.tsx'),
} satisfies Screens;
