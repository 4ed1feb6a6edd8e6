import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import { adminTools } from '../admin-tools.ts';

export const navigation: MembersNavigation = {
  tools: adminTools,
  help: {
    '/members/admin/manage_users/invite': ['secretary', 'Invite people'],
    '/members/admin/manage_users': ['webmaster', 'Say what somebody may use'],
    '/members/admin/manage_users/:id': ['webmaster', 'Say what somebody may use'],
  },
};
