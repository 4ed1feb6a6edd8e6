import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const navigation: MembersNavigation = {
  entries: [
    {
      permission: 'blog',
      label: 'Manage Blog',
      href: '/members/manage-blog',
      icon: 'newspaper',
      group: 'work',
      order: 30,
    },
  ],
  help: {
    '/members/manage-blog': ['webmaster', 'Write for the blog'],
    '/members/manage-blog/:key': ['webmaster', 'Write for the blog'],
  },
};

export const screens = {
  manage_blog: () => import('./manage-blog-page.tsx'),
  edit_blog_post: () => import('./edit-blog-post-page.tsx'),
} satisfies ScreenLoaders;
