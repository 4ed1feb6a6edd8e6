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
