/**
 * The present state of things that a cached page shows, by the links to them there. It changes more often than such a
 * page may (docs/decisions/0090), so the page asks for it once it is awake, and does without where it can't be had.
 */
export type LiveLabels = Readonly<Record<string, LiveLabel>>;

export interface LiveLabel {
  /** Two or three words: the page has reserved room for them. */
  words: string;
  /** Whether somebody who hesitates may come too late. */
  urgent?: true;
  /** The link to use instead, where the page's own doesn't lead to anything any more. */
  instead?: { href: string; words: string };
}
