/** A page for those who run the site. Its feature contributes it, and the overview links to it. */
export interface AdminTool {
  label: string;
  href: string;
  /** What it is for, in a sentence. */
  about: string;
  /**
   * Its place in the overview: from 100 what others wait for, from 200 the records and what is in them, from 300 the
   * site itself.
   */
  order: number;
  /** Its place in the members' navigation; without one only the overview leads there. */
  inNavigation?: number;
  /** Another item that a user needs to be shown it. */
  item?: string;
}
