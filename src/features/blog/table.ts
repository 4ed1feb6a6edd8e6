import type { TableRules } from '#platform/shared/table.ts';

export const blogDesk = '/members/manage-blog';

/** How the posts of the blog may be asked for. Without a word they stand drafts first, then the newest. */
export const blogTable = {
  sorts: { when: 'date', title: 'text', author: 'text' },
  sort: '-when',
  filters: { state: ['draft', 'scheduled', 'published'] },
} as const satisfies TableRules;
