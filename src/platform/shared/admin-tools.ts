/** A page of those who run the site. The feature that has it contributes it, and the overview leads there. */
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
  /** What somebody has to be allowed to use besides, so as to be led there. */
  item?: string;
}
