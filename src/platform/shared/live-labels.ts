/**
 * Current labels for the links on a cached page, by `href`. They change more often than the page may be rebuilt
 * (docs/decisions/0090), so the browser fetches them after hydration. The page works without them.
 */
export type LiveLabels = Readonly<Record<string, LiveLabel>>;

export interface LiveLabel {
  /** Two or three words: the page has reserved room for them. */
  words: string;
  /** Marks a state that may be over before a visitor who hesitates acts on it. */
  urgent?: true;
  /** The link to use instead, where the page's own doesn't lead to anything any more. */
  instead?: { href: string; words: string };
}
