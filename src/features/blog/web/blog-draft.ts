import type { EditBlogPost, WriteBlogPost } from '../contract.ts';

/** What is typed into the editor, as the call takes it. */
export type BlogDraft = Pick<WriteBlogPost, 'title' | 'author' | 'content' | 'publishing' | 'date' | 'version'>;

/** A post as the editor begins with it. */
export const draftOf = ({ title, author, content, state, date, version }: EditBlogPost['post']): BlogDraft => ({
  title,
  author,
  content,
  publishing: ({ draft: 'draft', scheduled: 'at', published: 'now' } as const)[state],
  date,
  version,
});

export function isDraft(value: unknown): value is BlogDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { version, publishing, ...texts } = value as Record<string, unknown>;
  const isText = (name: string) => typeof texts[name] === 'string';
  return (
    typeof version === 'number' &&
    ['draft', 'now', 'at'].includes(String(publishing)) &&
    ['title', 'author', 'content', 'date'].every(isText)
  );
}
