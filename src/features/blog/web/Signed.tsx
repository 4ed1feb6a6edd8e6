import { dayInWords } from '#platform/shared/dates.ts';
import type { BlogEntry } from '../contract.ts';

/** When a post was published, and who wrote it. */
export const Signed = ({ post }: { post: BlogEntry }) => (
  <p className="meta dotted">
    <time dateTime={post.published_at}>{dayInWords(post.published_at)}</time>{' '}
    {post.author !== '' && <span>{post.author}</span>}
  </p>
);
