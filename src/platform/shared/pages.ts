/**
 * What a path can show. Each feature adds its page types here from its `contract.ts`, by declaration merging, so that
 * the platform knows that pages exist and nothing of what is on them:
 *
 *     declare module './pages.ts' {
 *       interface Pages { list_shows: ListShows }
 *     }
 */
export interface Pages {
  error: ErrorContent;
  redirect: RedirectContent;
}

/** Data that every page shows around its content (`/sitedata`); the site feature says what. */
// biome-ignore lint/suspicious/noEmptyInterface: the site feature fills it
export interface Site {}

export type PageType = keyof Pages;
export type Page<T extends PageType = PageType> = Pages[T];

/** The error page; `content` repeats `message` for clients that render it as a post. */
export interface ErrorContent {
  type: 'error';
  code: number;
  title: string;
  message: string;
  content: string;
}

/** An inside address is navigated to, an outside one shows the 5-second page. `time` is in seconds. */
export interface RedirectContent {
  type: 'redirect';
  url: string;
  text: string;
  time: number;
  reloadSiteData?: boolean;
  /** Whether what the address leads to is open now: for `/tickets`, whether tickets are on sale. */
  condition?: boolean;
}
