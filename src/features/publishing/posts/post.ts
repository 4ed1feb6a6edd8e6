import { type CalendarDate, type Instant, isPast, type Precision } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset, toInstant } from '#platform/shared/dates/local-time.ts';

/** The type of a post: for everyone, for everyone and about auditions, or for members. */
export type PostType = 'public' | 'auditions' | 'private';

/** A post as its author submits it. */
export interface NewPost {
  /** The show that the post is about; null for a post about the society. */
  show_id: string | null;
  type: PostType;
  title: string;
  /** Markdown. */
  content: string;
  /** The time of publication, past or future. */
  published_at: Instant;
  author: string;
}

interface Clock {
  now: Instant;
  timeZone: string;
}

/**
 * Returns the time of publication of a post dated `date`. A day begins at local midnight, and a time is local unless it
 * has an offset. A post dated today is published now, after earlier posts of today. A post whose day hasn't changed
 * keeps its time (`before`).
 */
export function resolvePostPublishAt(date: string, { now, timeZone }: Clock, before?: Instant): Instant {
  if (/(Z|[+-]\d\d:\d\d)$/.test(date)) return new Date(date).toISOString();
  if (date.length > 10) return toInstant(date.slice(0, 16), timeZone);
  const dayOf = (moment: Instant): CalendarDate => formatIsoWithOffset(moment, timeZone).slice(0, 10);
  if (before !== undefined && dayOf(before) === date) return before;
  return dayOf(now) === date ? now : toInstant(`${date}T00:00`, timeZone);
}

/**
 * A published post, with its show's last date (null for a post without a show), and whether the show is cancelled.
 */
export interface PostWithShowDate {
  id: string;
  type: PostType;
  date: CalendarDate | null;
  date_precision: Precision | null;
  cancelled: boolean;
}

/**
 * Returns the id of the front page's post among `posts`, which are newest first: the newest post about an upcoming
 * show, otherwise the newest that isn't about auditions. Posts for members are ignored. Returns undefined if there is
 * no such post: the front page then shows the welcome.
 */
export function chooseFrontPagePostId(posts: readonly PostWithShowDate[], today: CalendarDate): string | undefined {
  const open = posts.filter(({ type }) => type !== 'private');
  const first =
    open.find((post) => resolveShowTiming(post, today) === 'ahead') ?? open.find(({ type }) => type === 'public');
  return first?.id;
}

/**
 * Returns the id of the auditions page's post: the newest about auditions for an upcoming show, otherwise the newest
 * about auditions; undefined if there is none.
 */
export function chooseAuditionsPostId(posts: readonly PostWithShowDate[], today: CalendarDate): string | undefined {
  return findOpenAuditionsPostId(posts, today) ?? posts.find(({ type }) => type === 'auditions')?.id;
}

/** Finds the newest auditions post of an upcoming show; undefined if there is none. */
export function findOpenAuditionsPostId(posts: readonly PostWithShowDate[], today: CalendarDate): string | undefined {
  return posts.find((post) => post.type === 'auditions' && resolveShowTiming(post, today) === 'ahead')?.id;
}

/** Returns true if a post's auditions are over: its show is past, or cancelled. */
export function areAuditionsOver(post: PostWithShowDate, today: CalendarDate): boolean {
  return post.type === 'auditions' && resolveShowTiming(post, today) === 'over';
}

function resolveShowTiming(
  { date, date_precision, cancelled }: PostWithShowDate,
  today: CalendarDate,
): 'ahead' | 'over' | 'no show' {
  if (date === null || date_precision === null) return 'no show';
  return cancelled || isPast(date, date_precision, today) ? 'over' : 'ahead';
}

/** Returns the public path of a post. */
export const postPath = (id: string): string => `/post/${id}`;

/** Returns the path of a post in the members' portal, which also shows private posts. */
export const membersPostPath = (id: string): string => `/members/post/${id}`;
