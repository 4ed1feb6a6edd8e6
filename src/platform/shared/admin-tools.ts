/** What an admin comes to see to: those who write and sign in, the archive, the money, or the site itself. */
export type ToolGroup = 'people' | 'archive' | 'money' | 'site';

/** A page for those who run the site. Its feature contributes it, and the overview links to it. */
export interface AdminTool {
  label: string;
  href: string;
  /** What it is for, in a sentence. */
  about: string;
  /** Under which heading the overview has it. */
  group: ToolGroup;
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
