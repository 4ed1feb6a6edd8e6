import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { calendarDate, precision } from '#platform/shared/calls/schemas.ts';

/** The maximum number of performances on the front page's ticket stub. */
export const maxHeroPerformances = 7;

/** `/sitedata`: the data that every page shows around its content, and the data about the visitor. */
export const SiteData = z.object({
  site_name: z.string(),
  /** Sanitised SVG markup; "" shows Callboard's own lantern. */
  site_logo: z.string(),
  logoSVG: z.string(),
  tickets_active: z.enum(['0', '1']),
  tickets_link: z.string(),
  tickets_hero_photo: z.string(),
  socials: z.string(),
  /** The beginning of the society's About us text, as plain text; "" if there is none. */
  about: z.string(),
  /** The next show; its title is "" if there is none. */
  next_show: z.object({
    title: z.string(),
    subtitle: z.string(),
    banner: z.string(),
    date: z.string(),
    date_precision: precision,
    first_date: z.string(),
    first_date_precision: precision,
    author: z.string(),
    venue: z.string(),
    poster: z.string(),
    link: z.string(),
    /** Facts about the performances: start, opening of the doors and ticket prices. Unknown facts are left out. */
    facts: z.array(z.object({ name: z.string(), words: z.string() })),
    /**
     * The performances, if there are several and they fit on the ticket stub; otherwise []. `link` is "" for a
     * performance that can't be booked here.
     */
    nights: z
      .array(z.object({ starts_at: z.string(), cancelled: z.boolean(), over: z.boolean(), link: z.string() }))
      .max(maxHeroPerformances),
    /** `today` if the show is performed today, `now` on another day of its run, otherwise "". */
    playing: z.enum(['', 'now', 'today']),
    /** True if visitors can book the show here. */
    on_sale: z.boolean(),
    /**
     * The URL that returns the current availability of the `nights`, by the `link` of each; "" if the show isn't on
     * sale here.
     */
    left_at: z.string(),
  }),
  /** The shows that visitors can book, earliest first. With another seller, only the next show. */
  on_sale: z.array(z.object({ title: z.string(), dates: z.string(), link: z.string() })),
  last_show: z.object({
    title: z.string(),
    link: z.string(),
    photos: z.array(z.string()).max(5),
    /** A description of each of the `photos`. */
    photo_alts: z.array(z.string()),
    date: z.string(),
    date_precision: precision,
    poster: z.string(),
  }),
  latest_blog: z.object({ date: z.string(), title: z.string(), link: z.string() }),
  /** Member Docs as a post, for members; null for visitors who aren't signed in. */
  memberDocs: z
    .object({
      title: z.string(),
      /** Markdown. */
      content: z.string(),
      files: z.array(z.object({ id: z.string(), name: z.string() })),
    })
    .nullable(),
  memberNavItemsToShow: z.record(z.string(), z.boolean()),
  members_recent_shows: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      url: z.string(),
      season: z.string(),
      date: calendarDate,
      image: z.string(),
      /** The user ids of the show's directors. */
      directors: z.array(z.string()),
    }),
  ),
  mostRecentMemberShows: z.array(z.object({ id: z.string(), title: z.string() })),
  square: z.object({ appId: z.string(), membershipLocationId: z.string() }),
  current_user: z.object({ is_authenticated: z.boolean(), id: z.string(), role: z.string(), name: z.string() }),
  /** The URL of the society's own help pages for members; "" for none. */
  help_wiki: z.string(),
  /** The current date in the society's time zone. */
  today: calendarDate,
  /** The URL of the picture for shared links to pages without their own: 1200 × 630 pixels. */
  share_picture: z.string(),
  /** The hue of the accent colour: 0 to 359. */
  accent_hue: z.int().min(0).max(359),
  /** True if the site can send email. Otherwise no text may promise an email. */
  sends_mail: z.boolean(),
  /** Only in a public demo: a note about it, and an account to sign in with. */
  public_demo: z.object({ note: z.string(), email: z.string(), password: z.string() }).optional(),
});
export type SiteData = z.infer<typeof SiteData>;

/** `/about-us`: the society's text about itself, with a map. */
export const AboutContent = z.object({
  type: z.literal('map_post'),
  title: z.string(),
  /** Markdown. */
  content: z.string(),
  /** `content` as sanitised HTML. */
  content_html: z.string(),
  /** The URL of the map to embed; "" if there is none. */
  maps_url: z.string(),
  /**
   * The URL of the same place on the map service's own page, or of the service if the place is unknown; "" if there is
   * no map.
   */
  map_link: z.string(),
});
export type AboutContent = z.infer<typeof AboutContent>;

/** `/privacy` and `/accessibility`: the society's own text, or the standard one. */
export const PolicyContent = z.object({
  type: z.literal('notice'),
  title: z.string(),
  /** Markdown. */
  content: z.string(),
  /** `content` as sanitised HTML. */
  content_html: z.string(),
  /** The path of the page. */
  address: z.string(),
});
export type PolicyContent = z.infer<typeof PolicyContent>;

export const getSiteData = declareCall('GET', '/sitedata', { content: SiteData });

type ContractSiteData = SiteData;

declare module '#platform/shared/pages.ts' {
  interface SiteData extends ContractSiteData {}
  interface Pages {
    map_post: AboutContent;
    notice: PolicyContent;
  }
}
