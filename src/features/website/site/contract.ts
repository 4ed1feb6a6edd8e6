import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { calendarDate, precision } from '#platform/shared/calls/schemas.ts';

/** The number of performances that fit side by side in the front page's ticket stub. */
export const maxHeroPerformances = 7;

/** `/sitedata`: the data that every page shows around its content, and the visitor. */
export const SiteData = z.object({
  site_name: z.string(),
  /** Sanitised SVG markup; "" shows Callboard's own lantern. */
  site_logo: z.string(),
  logoSVG: z.string(),
  tickets_active: z.enum(['0', '1']),
  tickets_link: z.string(),
  tickets_hero_photo: z.string(),
  socials: z.string(),
  /** The beginning of the society's text about itself, in plain text, or "". */
  about: z.string(),
  /** Title "" if there is no upcoming show. */
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
    /** Facts about its performances: the start, the opening of the doors, the price of tickets. */
    facts: z.array(z.object({ name: z.string(), words: z.string() })),
    /** The performances, if few enough for one line; `link` if bookable here. */
    nights: z
      .array(z.object({ starts_at: z.string(), cancelled: z.boolean(), over: z.boolean(), link: z.string() }))
      .max(maxHeroPerformances),
    /** `today` if it is performed today, `now` on a rest day in the middle of its run, else "". */
    playing: z.enum(['', 'now', 'today']),
    /** True if visitors can book it here. */
    on_sale: z.boolean(),
    /** The URL of the live availability of `nights`, keyed by `link`; "" if nothing is sold here. */
    left_at: z.string(),
  }),
  /** The shows that visitors can book, from the one that can be seen first; where another seller is named, the next one. */
  on_sale: z.array(z.object({ title: z.string(), dates: z.string(), link: z.string() })),
  last_show: z.object({
    title: z.string(),
    link: z.string(),
    photos: z.array(z.string()).max(5),
    /** A description of each of `photos`. */
    photo_alts: z.array(z.string()),
    date: z.string(),
    date_precision: precision,
    poster: z.string(),
  }),
  latest_blog: z.object({ date: z.string(), title: z.string(), link: z.string() }),
  /** Member Docs as a post, for members; null for visitors. */
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
      /** User ids. */
      directors: z.array(z.string()),
    }),
  ),
  mostRecentMemberShows: z.array(z.object({ id: z.string(), title: z.string() })),
  square: z.object({ appId: z.string(), membershipLocationId: z.string() }),
  current_user: z.object({ is_authenticated: z.boolean(), id: z.string(), role: z.string(), name: z.string() }),
  /** The address of the society's own help pages for members, or "". */
  help_wiki: z.string(),
  /** The society's today, by which both sides tell past from future. */
  today: calendarDate,
  /** The picture of shared links to pages without one of their own: 1200 × 630. */
  share_picture: z.string(),
  /** A hue of the colour circle (0–359): the society's second ink. */
  accent_hue: z.int().min(0).max(359),
  /** True if the site sends email; if not, nothing says that somebody is told by email. */
  sends_mail: z.boolean(),
  /** For a demo that strangers may see, and no other site: what happens to their texts, and how to sign in. */
  public_demo: z.object({ note: z.string(), email: z.string(), password: z.string() }).optional(),
});
export type SiteData = z.infer<typeof SiteData>;

/** `/about-us`: who the society is and where to find it. */
export const MapPost = z.object({
  type: z.literal('map_post'),
  title: z.string(),
  /** Markdown. */
  content: z.string(),
  /** `content` as safe HTML. */
  content_html: z.string(),
  /** The address of the map's frame; "" when no map is set, or one that we don't frame. */
  maps_url: z.string(),
  /** The same place as a page of its own. */
  map_link: z.string(),
});
export type MapPost = z.infer<typeof MapPost>;

/** The society's text about the site itself: privacy, accessibility. */
export const Policy = z.object({
  type: z.literal('notice'),
  title: z.string(),
  /** Markdown. */
  content: z.string(),
  /** `content` as safe HTML. */
  content_html: z.string(),
  /** Its own path. */
  address: z.string(),
});
export type Policy = z.infer<typeof Policy>;

export const siteData = declareCall('GET', '/sitedata', { content: SiteData });

declare module '#platform/shared/pages.ts' {
  interface Site extends SiteData {}
  interface Pages {
    map_post: MapPost;
    notice: Policy;
  }
}
