import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';

export const navigation: MembersNavigation = {
  help: {
    '/members/admin/messages': ['secretary', 'Answer what people write'],
    '/members/admin/messages/:kind/:id': ['secretary', 'Answer what people write'],
  },
};
