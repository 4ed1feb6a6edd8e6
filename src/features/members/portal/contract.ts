import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { calendarDate, id, precision } from '#platform/shared/calls/schemas.ts';

/** A post or a file in a list. */
export const NoticeListEntry = z.object({
  id,
  title: z.string(),
  /** The time of publication or upload, with the society's UTC offset. */
  date: z.string(),
  /** The beginning of the post in plain text; "" for a file. */
  content: z.string(),
  /** The title of the show; "" for posts and files of the society itself. */
  show_title: z.string(),
  type: z.enum(['post', 'file']),
  /** `/members/{type}/{id}`, with the file's name appended for files. */
  link: z.string(),
  /**
   * The type of a file, with the size unless it is a PDF: "PDF file", "Text file, 12 bytes". For a post, the label of
   * its type: "Public", "Auditions" or "Members only".
   */
  kind: z.string(),
  /** True if the post or file is published. Only people who manage the show see an unpublished post. */
  out: z.boolean(),
});
export type NoticeListEntry = z.infer<typeof NoticeListEntry>;

/** Something for a member to do: a short text, and a link. */
export const DashboardPrompt = z.object({
  /**
   * `emergency_contact`, `awaiting_approval`, `first_step`, `membership`, or a kind that a feature contributed, such as
   * `payment_difference`.
   */
  kind: z.string(),
  text: z.string(),
  link: z.string(),
  action: z.string(),
});
export type DashboardPrompt = z.infer<typeof DashboardPrompt>;

/** A show in a members' list. */
export const MembersShowEntry = z.object({
  id,
  title: z.string(),
  season: z.string(),
  /** The date of the last performance. */
  date: calendarDate,
  date_precision: precision,
  /** The programme cover, or the generated poster. */
  image: z.string(),
  url: z.string(),
  /** Names of those credited as Director or Producer, with or without an account. */
  directors: z.array(z.string()),
  cancelled: z.boolean(),
});
export type MembersShowEntry = z.infer<typeof MembersShowEntry>;

/** The position of the part of a list that the HTML contains. It is left out of JSON, which has the whole list. */
export const ListPagePosition = z.object({ page: z.int(), pages: z.int(), total: z.int() });

export const DashboardContent = z.object({
  type: z.literal('dashboard'),
  title: z.string(),
  /** "Good evening, Ruth". */
  greeting: z.string(),
  /** The posts, the files of shows and the documents of the last 60 days, newest first. */
  posts: z.array(NoticeListEntry),
  nudges: z.array(DashboardPrompt),
  /** The next show; its title is "" if there is none. */
  next_show: z.object({
    title: z.string(),
    when: z.string(),
    venue: z.string(),
    link: z.string(),
    playing: z.enum(['today', 'now', '']),
  }),
  /** The member's shows with their roles: those of the last year, and upcoming ones. */
  my_shows: z.array(MembersShowEntry.extend({ roles: z.array(z.string()), past: z.boolean() })),
  /**
   * The subjects that the visitor may write a post for: the society, and each show that they manage and that is neither
   * over nor cancelled.
   */
  writes: z.array(z.object({ title: z.string(), link: z.string() })),
  first_view: ListPagePosition.optional(),
});
export type DashboardContent = z.infer<typeof DashboardContent>;

export const MembersShowsContent = z.object({
  type: z.literal('members_shows'),
  title: z.string(),
  /** The shows, newest first, including upcoming ones. */
  shows: z.array(MembersShowEntry),
  first_view: ListPagePosition.optional(),
});
export type MembersShowsContent = z.infer<typeof MembersShowsContent>;

export const MembersShowContent = z.object({
  type: z.literal('members_show'),
  id,
  title: z.string(),
  /** The path of this page. */
  requestURL: z.string(),
  /** The ids of the users who direct or produce the show. */
  directors: z.array(id),
  director_names: z.array(z.string()),
  season: z.string(),
  date: calendarDate,
  date_precision: precision,
  /** The dates of the run, such as "Wednesday 14 to Saturday 17 April 2027". */
  when: z.string(),
  venue: z.string(),
  image: z.string(),
  cancelled: z.boolean(),
  /** The show's page for everyone. */
  public_link: z.string(),
  /** The show's posts, newest first. */
  posts: z.array(NoticeListEntry),
  /** The show's files, newest first. */
  files: z.array(NoticeListEntry),
  /** True if the visitor may manage the show. The server checks this again in each call. */
  may_manage: z.boolean(),
  /** True if the visitor may view the show's emergency contacts. */
  may_see_contacts: z.boolean(),
});
export type MembersShowContent = z.infer<typeof MembersShowContent>;

/** `/members/posts`: posts for the whole society, newest first. */
export const SocietyPostsContent = z.object({
  type: z.literal('society_posts'),
  title: z.string(),
  posts: z.array(NoticeListEntry),
  /** True if the visitor may write and edit these posts. The server checks this again in each call. */
  may_manage: z.boolean(),
  first_view: ListPagePosition.optional(),
});
export type SocietyPostsContent = z.infer<typeof SocietyPostsContent>;

/** `/members/admin`: the admin's tools, with the pending tasks of each. */
export const AdminToolsContent = z.object({
  type: z.literal('admin_tools'),
  title: z.string(),
  tools: z.array(
    z.object({
      title: z.string(),
      about: z.string(),
      link: z.string(),
      /** The group that the tool belongs to. */
      group: z.enum(['people', 'archive', 'money', 'site']),
      /** Tasks that need attention: a sentence without a full stop, and a link. */
      waiting: z.array(z.object({ words: z.string(), link: z.string() })),
    }),
  ),
  /** A sentence about the last backup. `due` is true if another backup is due. */
  backup: z.object({ words: z.string(), due: z.boolean() }),
  /** A sentence about the last off-site copy; "" if no off-site store is set. `due` is true if another copy is due. */
  offsite: z.object({ words: z.string(), due: z.boolean() }),
  /** A sentence about the last time that somebody tried a restore; "" while there is no backup, and in the demo. */
  restore_trial: z.object({ words: z.string(), due: z.boolean() }),
  /** A warning about a full or nearly full disk; "" otherwise. */
  disk: z.string(),
  /**
   * Explains why no email is sent, or why the links in emails don't work outside the server or its network, and what to
   * do about it; "" if email works, and in the demo.
   */
  mail: z.string(),
  /** The onboarding steps; [] in the demo, and once all required steps are done or the list is dismissed. */
  first_hour: z.array(
    z.object({
      key: z.enum([
        'name',
        'zone',
        'mail',
        'archive',
        'admin',
        'contact',
        'about',
        'privacy',
        'plans',
        'docs',
        'box_office',
        'cards',
        'backup',
      ]),
      title: z.string(),
      about: z.string(),
      /** The page for this step; "" if the step is done on the server, or with a button in the list. */
      link: z.string(),
      done: z.boolean(),
      /** True if a society may skip the step. The list disappears once all required steps are done. */
      optional: z.boolean(),
    }),
  ),
  /** The version of the program. */
  version: z.string(),
});
export type AdminToolsContent = z.infer<typeof AdminToolsContent>;

export const dismissOnboarding = declareCall('POST', '/members/api/admin/first_hour/put_away');

/** Records that a restore has been tried, which ends the reminder for a year. */
export const recordRestoreTrial = declareCall('POST', '/members/api/admin/restore_trial');

declare module '#platform/shared/pages.ts' {
  interface Pages {
    dashboard: DashboardContent;
    members_shows: MembersShowsContent;
    members_show: MembersShowContent;
    society_posts: SocietyPostsContent;
    admin_tools: AdminToolsContent;
  }
}
