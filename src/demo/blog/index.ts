import type { NewBlogPost } from '#features/publishing/blog/blog-post.ts';
import { addDays, type CalendarDate } from '#platform/shared/dates/dates.ts';
import { addPicture, type DemoPicture } from '../media/pictures/pictures.ts';
import { blogPosts2021To2024 } from './2021-2024.ts';
import { blogPosts2024To2026 } from './2024-2026.ts';
import type { DemoBlogPost } from './blog-post.ts';
import { latestPosts } from './now.ts';

const all: readonly DemoBlogPost[] = [...blogPosts2021To2024, ...blogPosts2024To2026, ...latestPosts];

/** Returns the demo's blog on `today`, oldest first, without pictures. */
export function buildDemoBlog(today: CalendarDate): NewBlogPost[] {
  return all
    .map(({ title, author, when, text }) => {
      const day = typeof when === 'string' ? when : addDays(today, -when.daysAgo);
      return { title, author, content: text.trim(), published_at: `${day}T18:30:00.000Z` };
    })
    .filter(({ published_at }) => published_at.slice(0, 10) < today)
    .sort((one, other) => (one.published_at < other.published_at ? -1 : 1));
}

export interface Illustration {
  title: string;
  picture: DemoPicture;
  /** The post's text, with the picture below its first paragraph. */
  content: string;
}

/** Lists the blog's pictures, newest post first, because most people open the newest post. */
export const buildIllustrations = (): Illustration[] =>
  all
    .flatMap(({ title, picture, text }) =>
      picture ? [{ title, picture, content: addPicture(text.trim(), picture) }] : [],
    )
    .reverse();
