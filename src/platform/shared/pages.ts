import { z } from 'zod';

/**
 * The types of page. Each feature adds its own types in its `contract.ts` by declaration merging, so that the platform
 * doesn't depend on their content:
 * `declare module '#platform/shared/pages.ts' { interface Pages { list_shows: ListShows } }`
 */
export interface Pages {
  error: ErrorContent;
  redirect: RedirectContent;
}

/** Data that every page shows around its content (`/sitedata`), declared by the site feature. */
// biome-ignore lint/suspicious/noEmptyInterface: the site feature fills it
export interface SiteData {}

export type PageType = keyof Pages;
export type Page<T extends PageType = PageType> = Pages[T];

/** The error page. `content` repeats `message` for clients that render the page as a post. */
export const ErrorContent = z.object({
  type: z.literal('error'),
  code: z.int(),
  title: z.string(),
  message: z.string(),
  content: z.string(),
});
export type ErrorContent = z.infer<typeof ErrorContent>;

/**
 * A redirect. The browser goes to a page of this site at once; for another site's URL, it first shows a page for 5
 * seconds. `time` is in seconds.
 */
export const RedirectContent = z.object({
  type: z.literal('redirect'),
  url: z.string(),
  text: z.string(),
  time: z.number(),
  reloadSiteData: z.boolean().exactOptional(),
  /** Only in the redirect from `/tickets`: true if tickets are on sale. */
  condition: z.boolean().exactOptional(),
});
export type RedirectContent = z.infer<typeof RedirectContent>;

/**
 * Current labels for the links on a cached page, by `href`. The labels change more often than the page is rebuilt
 * (docs/decisions/0090), so the browser fetches them after hydration. The page works without them.
 */
export type LiveLabels = Readonly<Record<string, LiveLabel>>;

export interface LiveLabel {
  /** At most three words, such as "Last few". The page has reserved space for them. */
  words: string;
  /** Marks a state that may end before a hesitating visitor acts. */
  urgent?: true;
  /** A replacement for the page's own link, if that link no longer leads anywhere. */
  instead?: { href: string; words: string };
}
