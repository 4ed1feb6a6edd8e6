import type { MembersNavigation } from '#features/layout/web/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/post/:id': ['member', 'See what is new'],
  },
};
