import type { TableRules } from '#platform/shared/tables/table.ts';

export const manageBlogPath = '/members/manage-blog';

/** The search and order of the blog's posts. By default drafts come first, then the newest. */
export const blogTable = {
  sorts: { when: 'date', title: 'text', author: 'text' },
  sort: '-when',
  filters: { state: ['draft', 'scheduled', 'published'] },
} as const satisfies TableRules;

/** The place for messages about a post. It is on the list of posts, to which the user returns after saving. */
export const blogMessageSlot = 'blog';
