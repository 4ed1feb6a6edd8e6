import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/file/:id/:name': ['member', 'Find the society’s documents'],
  },
};
