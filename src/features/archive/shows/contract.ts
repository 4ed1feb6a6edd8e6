import { z } from 'zod';
import { calendarDate, id, precision } from '#platform/shared/calls/schemas.ts';

/** A show in lists. `programme` is the URL of its artwork, or of its default poster if it has none. */
export const ShowEntry = z.object({
  id,
  title: z.string(),
  date: calendarDate,
  date_precision: precision,
  first_date: calendarDate,
  author: z.string(),
  programme: z.string(),
  venue: z.string(),
  company: z.string(),
  season: z.string(),
  genre: z.string(),
  show_type: z.string(),
});
export type ShowEntry = z.infer<typeof ShowEntry>;

/** A person in filters: their name, the other printed names that may be shown, and their shows. */
export const PersonFilterEntry = z.object({ name: z.string(), also_known_as: z.array(z.string()), shows: z.array(id) });
export type PersonFilterEntry = z.infer<typeof PersonFilterEntry>;

/** A show on a person's page, with the person's cast roles and crew roles, each list joined by ", ". */
export const PersonShowEntry = ShowEntry.extend({ cast: z.string(), crew: z.string() });
export type PersonShowEntry = z.infer<typeof PersonShowEntry>;

/** A future show on a person's page, with the precision of its first date. */
export const UpcomingShowOfPerson = PersonShowEntry.extend({ first_date_precision: precision });
export type UpcomingShowOfPerson = z.infer<typeof UpcomingShowOfPerson>;

/** A show with the precision of both its dates. */
export const ShowEntryWithRun = ShowEntry.extend({ first_date_precision: precision });
export type ShowEntryWithRun = z.infer<typeof ShowEntryWithRun>;

/**
 * A photograph or video of a person, with the title and URL of its show. A video has no picture of its own, so `src` is
 * the show's poster.
 */
export const PersonPhotograph = z.object({
  id,
  /** The URL of the small image. A photograph's longest side is at most 400 px. */
  src: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
  title: z.string(),
  href: z.string(),
  /** The person's roles on stage in the show, joined by ", "; or "". */
  role: z.string(),
});
export type PersonPhotograph = z.infer<typeof PersonPhotograph>;

/** A person's portrait, which visitors see only with consent. */
export const Portrait = z.object({ src: z.string(), width: z.int(), height: z.int() });
export type Portrait = z.infer<typeof Portrait>;

/** The archive in short: the number of past shows, the first year, and the latest shows. */
export const ArchiveSummary = z.object({ total: z.int(), since: z.int(), latest: z.array(ShowEntry) });
export type ArchiveSummary = z.infer<typeof ArchiveSummary>;

/** The filter options for the whole list, including shows that aren't in this response. */
export const ShowFilterOptions = z.object({
  genres: z.array(z.string()),
  seasons: z.array(z.string()),
  showTypes: z.array(z.string()),
  companies: z.array(z.string()),
  venues: z.array(z.string()),
  earliestYear: z.int(),
  latestYear: z.int(),
});
export type ShowFilterOptions = z.infer<typeof ShowFilterOptions>;

/** A decade of a list: its first year, and the number of the HTML page on which it begins. */
export const Decade = z.object({ decade: z.int(), page: z.int() });
export type Decade = z.infer<typeof Decade>;

/**
 * The part of a list that an HTML page contains: page `page` of `pages`. Of all `total` shows, `matches` match the
 * search and the filters.
 */
export const HtmlListPageInfo = z.object({
  page: z.int(),
  pages: z.int(),
  matches: z.int(),
  total: z.int(),
  decades: z.array(Decade),
  options: ShowFilterOptions,
  /** The corrected search that the shows match. Absent if the typed search matches a show, or can't be corrected. */
  corrected: z.string().optional(),
});
export type HtmlListPageInfo = z.infer<typeof HtmlListPageInfo>;

export const ShowListContent = z.object({
  type: z.literal('list_shows'),
  title: z.string(),
  default_layout: z.enum(['cards', 'table']),
  shows: z.array(z.union([PersonShowEntry, ShowEntry])),
  members: z.record(id, PersonFilterEntry),
  /** True for people who manage shows: each show then links to its editor. */
  admin: z.literal(true).optional(),
  /** On the list for people who manage shows: the archived shows. */
  archived: z.array(z.object({ id, title: z.string(), date: calendarDate, date_precision: precision })).optional(),
  /** On a person's page: the person's future shows, next first. */
  coming_up: z.array(UpcomingShowOfPerson).optional(),
  /** On a person's page: the latest photographs and videos of the person. */
  photographs: z.array(PersonPhotograph).optional(),
  /** On a person's page: the person. `did` gives the numbers of past shows by role: "on stage in 21, director in 8". */
  person: z
    .object({
      id,
      name: z.string(),
      also_known_as: z.array(z.string()),
      did: z.string(),
      portrait: Portrait.optional(),
    })
    .optional(),
  /**
   * Only in the data of an HTML page whose `shows` are a part of the list. JSON responses always contain the whole
   * list.
   */
  first_view: HtmlListPageInfo.optional(),
});
export type ShowListContent = z.infer<typeof ShowListContent>;

/**
 * A credit of a show. `id` is the person's id; `name` is the name in the credit, such as "Ann Hale (as Ann Stott)".
 * `portrait` is the URL of a square portrait, for members of the cast whose portrait may be shown.
 */
export const CreditEntry = z.object({
  id,
  name: z.string(),
  role: z.string(),
  order: z.int(),
  portrait: z.string().optional(),
});
export type CreditEntry = z.infer<typeof CreditEntry>;

declare module '#platform/shared/pages.ts' {
  interface Pages {
    list_shows: ShowListContent;
  }
}
