import { z } from 'zod';
import { DeletedFileOrPost } from '#features/members/show-management/contract.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import {
  currentVersionFields,
  id,
  multilineText,
  requiredSingleLine,
  savedVersion,
  versionField,
} from '#platform/shared/calls/schemas.ts';

const readers = z.enum(['members', 'public']);
export type DocReaders = z.infer<typeof readers>;

/** A document on the page that manages Member Docs. */
export const ManagedDoc = z.object({
  id,
  /** The document's name without underscores, and with its extension. */
  name: z.string(),
  /** The URL of the document's page, which is open to members or to everyone. */
  url: z.string(),
  /** The type and size of the file, such as "PDF file, 84 kB". */
  kind: z.string(),
  readers,
  /** The time of the upload, with the society's UTC offset. */
  date: z.string(),
  /**
   * The document's version, which a change sends back. The change is refused if someone else has changed the document
   * since.
   */
  version: z.int(),
});
export type ManagedDoc = z.infer<typeof ManagedDoc>;

/** `/members/docs/manage` */
export const ManageDocsContent = z.object({
  type: z.literal('manage_docs'),
  title: z.string(),
  docs: z.array(ManagedDoc),
  /** The text above the list. Markdown. */
  content: z.string(),
  /** The version of the text above the list, which a change of the text sends back. */
  version: z.int(),
  /** The deleted documents and versions that can be restored, most recently deleted first. */
  deleted: z.array(DeletedFileOrPost),
});
export type ManageDocsContent = z.infer<typeof ManageDocsContent>;

/** The name and readers of a document, as somebody else has saved them in the meantime. */
export const CurrentDoc = ManagedDoc.pick({ name: true, readers: true }).extend(currentVersionFields);
export type CurrentDoc = z.infer<typeof CurrentDoc>;

/** The text above the list, as somebody else has saved it in the meantime. */
export const CurrentDocsText = ManageDocsContent.pick({ content: true }).extend(currentVersionFields);
export type CurrentDocsText = z.infer<typeof CurrentDocsText>;

/** The version that the user has edited. Without it, the save overwrites the current version. */
const baseVersion = versionField.optional();

const readersError = { error: 'Choose who may read the document: members or everyone.' };

/** POST /members/api/docs/upload, with `files`. */
export const UploadDocsBody = z.object({ readers: readers.default('members') });

/** POST /members/api/docs/{id}: a new name and readers. */
export const UpdateDocBody = z.object({
  name: requiredSingleLine('Give the document a name.', 150, 'Keep the name to 150 characters or fewer.'),
  readers: z.enum(readers.options, readersError),
  version: baseVersion,
});

/** POST /members/api/docs/text: the text above the list. */
export const SaveDocsTextBody = z.object({
  content: z.union([z.literal(''), multilineText('', 20_000, 'the text')]),
  version: baseVersion,
});

const docs = '/members/api/docs';

export const uploadDocs = declareCall('POST', `${docs}/upload`, {
  body: UploadDocsBody,
  answers: { 200: z.object({ files: z.array(z.object({ id, name: z.string() })) }) },
  once: true,
});
export const saveDocsText = declareCall('POST', `${docs}/text`, {
  body: SaveDocsTextBody,
  answers: { 200: savedVersion, 409: z.object({ current: CurrentDocsText }) },
});
export const updateDoc = declareCall('POST', `${docs}/:id`, {
  body: UpdateDocBody,
  answers: { 200: savedVersion, 409: z.object({ current: CurrentDoc }) },
});
/** The file is sent as `files`. */
export const replaceDoc = declareCall('POST', `${docs}/:id/replace`, {
  body: z.object({ version: baseVersion }),
  answers: { 200: savedVersion, 409: z.object({ current: CurrentDoc }) },
  once: true,
});

declare module '#platform/shared/pages.ts' {
  interface Pages {
    manage_docs: ManageDocsContent;
  }
}
