import { z } from 'zod';
import { CreditEntry } from '#features/archive/shows/contract.ts';
import { PublicPerformance } from '#features/box-office/performances/contract.ts';
import { MediaEntry } from '#features/publishing/media/contract.ts';
import { calendarDate, id, neighbour, precision } from '#platform/shared/calls/schemas.ts';

/** With the address of its poster. */
const ShowBeside = neighbour.extend({ programme: z.string() });

export const PastShowContent = z.object({
  type: z.literal('past_show'),
  id,
  title: z.string(),
  show: z.object({
    id,
    title: z.string(),
    subtitle: z.string(),
    date: calendarDate,
    date_precision: precision,
    first_date: calendarDate,
    first_date_precision: precision,
    season: z.string(),
    genre: z.string(),
    author: z.string(),
    show_type: z.string(),
    venue: z.string(),
    company: z.string(),
    cancelled: z.boolean(),
    /** True if its last day lies ahead. */
    upcoming: z.boolean(),
    /** Its artwork's address, or its default poster's if there is none. */
    programme: z.string(),
    /** The picture for shared links: 1200 × 630. */
    share_picture: z.string(),
    banner: z.string(),
    noda_review: z.string(),
    radio_audio: z.string(),
    text_blob: z.string(),
    /** `text_blob` as safe HTML. */
    text_html: z.string(),
  }),
  /** Its performances, as far as the box office has entered them. */
  performances: z.array(PublicPerformance),
  /** True if visitors can book any of them here. */
  on_sale: z.boolean(),
  cast: z.array(CreditEntry),
  crew: z.array(CreditEntry),
  /** The first sentences of its review, while there is a copy of it. */
  review_opening: z.string().optional(),
  photos: z.array(MediaEntry),
  videos: z.array(MediaEntry),
  /** The shows before and after it, past or announced. */
  earlier: ShowBeside.optional(),
  later: ShowBeside.optional(),
});
export type PastShowContent = z.infer<typeof PastShowContent>;

declare module '#platform/shared/pages.ts' {
  interface Pages {
    past_show: PastShowContent;
  }
}
