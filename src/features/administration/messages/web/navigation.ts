import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/admin/messages': ['secretary', 'Reply to messages'],
    '/members/admin/messages/:kind/:id': ['secretary', 'Reply to messages'],
  },
};
