import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/emergency_contacts/:id': ['director', 'Ring someone’s emergency contact'],
  },
};

export const screens = {
  emergency_contacts: () => import('./emergency-contacts-page.tsx'),
} satisfies ScreenLoaders;
