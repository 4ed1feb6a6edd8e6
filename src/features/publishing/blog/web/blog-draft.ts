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

export function isBlogDraft(value: unknown): value is BlogDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { version, publishing, ...texts } = value as Record<string, unknown>;
  const isText = (name: string) => typeof texts[name] === 'string';
  return (
    typeof version === 'number' &&
    ['draft', 'now', 'at'].includes(String(publishing)) &&
    ['title', 'author', 'content', 'date'].every(isText)
  );
}
