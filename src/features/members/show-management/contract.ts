import { z } from 'zod';
import { ShowDetails, ShowFieldSuggestions, ShowRole } from '#features/archive/shows/edit-contract.ts';
import { FileEntry } from '#features/publishing/files/contract.ts';
import { ShowPhotoSummary } from '#features/publishing/media/contract.ts';
import { CreatePostBody, UpdatePostBody } from '#features/publishing/posts/contract.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { checkbox, currentVersionFields, id, savedVersion } from '#platform/shared/calls/schemas.ts';

const postType = z.enum(['public', 'auditions', 'private']);
const notification = z.enum(['no', 'waiting', 'done']);

/** A post, with the fields for people who manage it. */
export const ManagedPost = z.object({
  id,
  title: z.string(),
  type: postType,
  /** The text of the post, in Markdown. */
  content: z.string(),
  /** The time at which the post is published, in the society's time: `2026-12-01T19:30`. */
  date: z.string(),
  /** True if the post is published. */
  out: z.boolean(),
  /** `waiting` if the show's members will be emailed about the post, `done` if they were, otherwise `no`. */
  telling: notification,
  /**
   * The post's version, which a change sends back. The change is refused if someone else has changed the post since.
   */
  version: z.int(),
  files: z.array(FileEntry),
  /** The post's page for members. */
  url: z.string(),
});
export type ManagedPost = z.infer<typeof ManagedPost>;

/** A deleted file or post that can be restored. */
export const DeletedFileOrPost = z.object({
  kind: z.enum(['file', 'post']),
  id,
  title: z.string(),
  /** The time of the deletion, with the society's UTC offset. */
  deleted_at: z.string(),
  deleted_by: z.string(),
  /** The last day on which the item can be restored. */
  until: z.string(),
});
export type DeletedFileOrPost = z.infer<typeof DeletedFileOrPost>;

/** `GET /members/api/manage_show/{show_id}`, and `/members/api/manage_society`: the content of a Manage section. */
export const ManagedContent = z.object({
  /** `id` and `title` are "" for the society itself. */
  show: z.object({ id: z.string(), title: z.string() }),
  files: z.array(FileEntry),
  /** The posts, published and scheduled, newest first. */
  posts: z.array(ManagedPost),
  /** The deleted posts and files that can be restored, most recently deleted first. */
  deleted: z.array(DeletedFileOrPost),
  /** The current date and time in the society's time zone, for the date of a new post. */
  now: z.string(),
  /**
   * The number of members of the show with an account, and the number of these who get emails about posts; both 0 for
   * the society.
   */
  members: z.object({ all: z.int(), told: z.int() }),
});
export type ManagedContent = z.infer<typeof ManagedContent>;

/** A post, as somebody else has saved it in the meantime. */
export const CurrentPost = z.object({
  title: z.string(),
  type: postType,
  content: z.string(),
  date: z.string(),
  /** `waiting` if the show's members will be emailed about the post, `done` if they were, otherwise `no`. */
  telling: notification,
  ...currentVersionFields,
});
export type CurrentPost = z.infer<typeof CurrentPost>;

/** The editor of an existing or new show. */
export const EditShowContent = z.object({
  type: z.literal('edit_show'),
  title: z.string(),
  showDetails: ShowDetails,
  showOptions: ShowFieldSuggestions,
  currentRoles: z.array(ShowRole),
  photographs: ShowPhotoSummary,
  /**
   * The starts of the performances that are today or later and aren't cancelled, earliest first, with the society's UTC
   * offset.
   */
  upcoming_performances: z.array(z.string()),
});
export type EditShowContent = z.infer<typeof EditShowContent>;

/** `POST /members/api/account_settings/told_of_posts`. */
export const SetPostEmailPreferenceBody = z.object({
  told: checkbox,
});

export const setPostEmailPreference = declareCall('POST', '/members/api/account_settings/told_of_posts', {
  body: SetPostEmailPreferenceBody,
});

export const getManagedShow = declareCall('GET', '/members/api/manage_show/:show_id', {
  answers: { 200: ManagedContent },
});
export const getManagedSociety = declareCall('GET', '/members/api/manage_society', {
  answers: { 200: ManagedContent },
});

const postCreation = { body: CreatePostBody, answers: { 200: z.object({ id }) }, once: true } as const;
/** Like `createSocietyPost`, `updatePost` and `uploadShowFiles`, receives its files as `files`. */
export const createPost = declareCall('POST', '/members/api/new_post/:show_id', postCreation);
export const createSocietyPost = declareCall('POST', '/members/api/new_post', postCreation);
export const updatePost = declareCall('POST', '/members/api/posts/:post_id', {
  body: UpdatePostBody,
  answers: { 200: savedVersion.extend({ id }), 409: z.object({ current: CurrentPost }) },
  once: true,
});
export const deletePost = declareCall('DELETE', '/members/api/posts/:post_id');
export const restorePost = declareCall('POST', '/members/api/posts/:post_id/restore');

export const uploadShowFiles = declareCall('POST', '/members/api/upload_file/:show_id', {
  answers: { 200: z.object({ files: z.array(FileEntry) }) },
  once: true,
});
export const deleteFile = declareCall('DELETE', '/members/api/files/:file_id');
/** Deletes a file with GET. Only programs and the site's own scripts may do so: links and pictures are refused. */
export const deleteFileByGet = declareCall('GET', '/members/api/delete_file/:file_id');
export const restoreFile = declareCall('POST', '/members/api/files/:file_id/restore');

declare module '#platform/shared/pages.ts' {
  interface Pages {
    edit_show: EditShowContent;
  }
}
