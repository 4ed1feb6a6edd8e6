import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import type { DemoPicture } from '../media/pictures/pictures.ts';

/** A blog post of the demo. */
export interface DemoBlogPost {
  title: string;
  author: string;
  /**
   * The post's date, or the number of days before today for a post about the last or the next show, because these
   * shows' dates move too.
   */
  when: CalendarDate | { daysAgo: number };
  /** The picture below the first paragraph, shown once it has been rendered. */
  picture?: DemoPicture;
  /** Markdown. */
  text: string;
}
