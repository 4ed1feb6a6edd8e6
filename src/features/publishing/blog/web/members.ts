import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import { manageBlogPath } from '../table.ts';

export const navigation: MembersNavigation = {
  entries: [
    { permission: 'blog', label: 'Manage Blog', href: manageBlogPath, icon: 'newspaper', group: 'work', order: 30 },
  ],
  help: {
    '/members/manage-blog': ['webmaster', 'Write for the blog'],
    '/members/manage-blog/:key': ['webmaster', 'Write for the blog'],
  },
};
