import type { BlogPostInput, EditBlogPostContent } from '../contract.ts';

/** The content of the editor, as the call takes it. */
export type BlogDraft = Pick<BlogPostInput, 'title' | 'author' | 'content' | 'publishing' | 'date' | 'version'>;

/** A post as the editor begins with it. */
export const toBlogDraft = ({
  title,
  author,
  content,
  state,
  date,
  version,
}: EditBlogPostContent['post']): BlogDraft => ({
  title,
  author,
  content,
  publishing: ({ draft: 'draft', scheduled: 'at', published: 'now' } as const)[state],
  date,
  version,
});
