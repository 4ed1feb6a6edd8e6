import type { BlogPostInput, EditBlogPostContent } from '../contract.ts';

/** The content of the editor, as `saveBlogPost` accepts it. */
export type BlogDraft = Pick<BlogPostInput, 'title' | 'author' | 'content' | 'publishing' | 'date' | 'version'>;

/** Returns a post as the editor shows it first. */
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
