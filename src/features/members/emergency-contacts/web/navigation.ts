import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/emergency_contacts/:id': ['director', 'Ring someone’s emergency contact'],
  },
};
