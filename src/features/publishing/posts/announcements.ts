import { type CalendarDate, isPast, type Precision } from '#platform/shared/dates/dates.ts';
import type { PostType } from './post.ts';

/** A published post and its show's dates, which are null for a post without a show. */
export interface AnnouncedPost {
  id: string;
  type: PostType;
  date: CalendarDate | null;
  date_precision: Precision | null;
  cancelled: boolean;
}

/** Returns the id of the front page's post (`posts` newest first); undefined if the front page shows the welcome. */
export function chooseFrontPagePostId(posts: readonly AnnouncedPost[], today: CalendarDate): string | undefined {
  const open = posts.filter(({ type }) => type !== 'private');
  const first = open.find((post) => timing(post, today) === 'ahead') ?? open.find(({ type }) => type === 'public');
  return first?.id;
}

/** Returns the id of the auditions page's post; undefined if there was never a post about auditions. */
export function chooseAuditionsPostId(posts: readonly AnnouncedPost[], today: CalendarDate): string | undefined {
  return findOpenAuditionsPostId(posts, today) ?? posts.find(({ type }) => type === 'auditions')?.id;
}

/** Finds the newest auditions post of an upcoming show; undefined if there is none. */
export function findOpenAuditionsPostId(posts: readonly AnnouncedPost[], today: CalendarDate): string | undefined {
  return posts.find((post) => post.type === 'auditions' && timing(post, today) === 'ahead')?.id;
}

/** Returns true if a post's auditions are over: its show is past, or cancelled. */
export function areAuditionsOver(post: AnnouncedPost, today: CalendarDate): boolean {
  return post.type === 'auditions' && timing(post, today) === 'over';
}

function timing({ date, date_precision, cancelled }: AnnouncedPost, today: CalendarDate): 'ahead' | 'over' | 'no show' {
  if (date === null || date_precision === null) return 'no show';
  return cancelled || isPast(date, date_precision, today) ? 'over' : 'ahead';
}
