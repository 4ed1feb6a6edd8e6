export type AdminToolGroup = 'people' | 'archive' | 'money' | 'site';

/** A page for those who run the site. A feature contributes the page, and the overview links to it. */
export interface AdminTool {
  label: string;
  href: string;
  /** The tool's purpose, in a sentence. */
  about: string;
  /** The tool's group in the overview, which has a heading for each group. */
  group: AdminToolGroup;
  /**
   * Sort position in the overview: 100s for tools where people are waiting, 200s for records, 300s for money and the
   * site itself.
   */
  order: number;
  /** The tool's position in the members' navigation. Without a position, only the overview links to the tool. */
  inNavigation?: number;
  /** A permission that a user needs, besides access to Admin Tools, to see the tool. */
  item?: string;
}
