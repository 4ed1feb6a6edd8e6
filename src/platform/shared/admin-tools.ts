/** Groups of admin tools. */
export type ToolGroup = 'people' | 'archive' | 'money' | 'site';

/** A page for those who run the site. Its feature contributes it, and the overview links to it. */
export interface AdminTool {
  label: string;
  href: string;
  /** Its purpose, in a sentence. */
  about: string;
  /** Its heading in the overview. */
  group: ToolGroup;
  /**
   * Sort position in the overview: 100s for tools where people are waiting, 200s for records, 300s for the site itself.
   */
  order: number;
  /** Its position in the members' navigation. Without one, only the overview links to it. */
  inNavigation?: number;
  /** A permission that a user needs as well to see it. */
  item?: string;
}
