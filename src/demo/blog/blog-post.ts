import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import type { DemoPicture } from '../media/pictures/pictures.ts';

export interface DemoBlogPost {
  title: string;
  author: string;
  /**
   * The post's date, or the number of days before today. Posts about the last or the next show use the latter, because
   * the dates of these shows move too.
   */
  when: CalendarDate | { daysAgo: number };
  /** The picture below the first paragraph, shown once it has been rendered. */
  picture?: DemoPicture;
  /** The post's text, in Markdown. */
  text: string;
}
