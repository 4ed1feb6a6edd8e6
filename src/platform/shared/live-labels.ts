/**
 * What is so just now about things that a kept page shows, by what they are linked to there. It changes more often than
 * such a page may (docs/decisions/0090), so the page asks for it once it is awake, and does without where it can't be had.
 */
export type LiveLabels = Readonly<Record<string, LiveLabel>>;

export interface LiveLabel {
  /** Two or three words: they stand in room that the page has kept free. */
  words: string;
  /** Whether somebody who waits may come too late. */
  urgent?: true;
  /** What there is where the link led, if that isn't to be had any more. */
  instead?: { href: string; words: string };
}
