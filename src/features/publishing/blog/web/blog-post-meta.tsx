import { formatDateOfInstant } from '#platform/shared/dates/dates.ts';
import type { BlogEntry } from '../contract.ts';

/** A post's date of publication, and its author. */
export const BlogPostMeta = ({ post }: { post: BlogEntry }) => (
  <p className="meta dotted">
    <time dateTime={post.published_at}>{formatDateOfInstant(post.published_at)}</time>{' '}
    {post.author !== '' && <span>{post.author}</span>}
  </p>
);
