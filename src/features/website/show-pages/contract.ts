import { z } from 'zod';
import { CreditEntry } from '#features/archive/shows/contract.ts';
import { PublicPerformance } from '#features/box-office/performances/contract.ts';
import { MediaEntry } from '#features/publishing/media/contract.ts';
import { adjacentItem, calendarDate, id, precision } from '#platform/shared/calls/schemas.ts';

/** The show before or after this one. `programme` is the URL of its artwork, or of its default poster. */
const NeighbouringShow = adjacentItem.extend({ programme: z.string() });

export const ShowPageContent = z.object({
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
    /**
     * True until the show's last day has passed. Unless the show is cancelled, also true until the day of its last
     * performance has passed; cancelled performances don't count.
     */
    upcoming: z.boolean(),
    /** The URL of the show's artwork, or of its default poster. */
    programme: z.string(),
    /** The URL of the picture for shared links: 1200 × 630 pixels. */
    share_picture: z.string(),
    banner: z.string(),
    noda_review: z.string(),
    radio_audio: z.string(),
    text_blob: z.string(),
    /** `text_blob` as sanitised HTML. */
    text_html: z.string(),
  }),
  /** The performances that the box office has entered. */
  performances: z.array(PublicPerformance),
  /** True if visitors can book at least one of the performances here. */
  on_sale: z.boolean(),
  cast: z.array(CreditEntry),
  crew: z.array(CreditEntry),
  /** The beginning of the show's review, if the site has a copy that it may quote. */
  review_opening: z.string().optional(),
  photos: z.array(MediaEntry),
  videos: z.array(MediaEntry),
  /** The shows before and after this one, past or upcoming. */
  earlier: NeighbouringShow.optional(),
  later: NeighbouringShow.optional(),
});
export type ShowPageContent = z.infer<typeof ShowPageContent>;

declare module '#platform/shared/pages.ts' {
  interface Pages {
    past_show: ShowPageContent;
  }
}
