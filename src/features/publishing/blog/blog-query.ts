import type { TableRequest } from '#platform/shared/tables/table.ts';
import { fold } from '#platform/shared/text/text.ts';
import { getPublicationState } from './publication.ts';
import type { blogTable } from './table.ts';

interface Written {
  title: string;
  author: string;
  published_at: string | null;
}

/**
 * Returns the posts that a table requests, in its order. When sorted by date, drafts count as the newest, because
 * somebody is still writing them. Equal rows keep their order.
 */
export function filterAndSortPosts<Post extends Written>(
  posts: readonly Post[],
  { words, by, descending, filters }: TableRequest<typeof blogTable>,
  now: string,
): Post[] {
  const way = descending ? -1 : 1;
  const keyOf = ({ title, author, published_at }: Post) =>
    by === 'title' ? fold(title) : by === 'author' ? fold(author) : (published_at ?? '9999');
  return posts
    .filter(({ title, author, published_at }) => {
      const text = fold(`${title} ${author}`);
      const matches = filters.state === '' || getPublicationState(published_at, now) === filters.state;
      return matches && words.every((word) => text.includes(word));
    })
    .map((post) => ({ post, key: keyOf(post) }))
    .sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -way : way))
    .map(({ post }) => post);
}
