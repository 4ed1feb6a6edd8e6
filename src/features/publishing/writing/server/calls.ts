import { directsAnyShow } from '#features/archive/shows/server/index.ts';
import { maxMediaBytes } from '#features/publishing/media/limits.ts';
import {
  buildMediaUrl,
  formatFirstPictureNote,
  insertMedia,
  prepareMedia,
  storeMediaFiles,
} from '#features/publishing/media/server/index.ts';
import { mayUse, requireSession, signedInOnly } from '#features/society/accounts/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { HttpError, refuse } from '#platform/server/http/errors/http-error.ts';
import type { AccessRule } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { toSafeFileName } from '#platform/server/http/routes/download.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { previewMarkdown } from '#platform/server/markdown/index.ts';
import type { FileStorage } from '#platform/server/storage/storage.ts';
import { previewText } from '#platform/shared/calls/contract.ts';
import { detectFileType } from '#platform/shared/media-kinds.ts';
import { importWordDocument, uploadTextPicture } from '../contract.ts';
import { maxWordDocumentBytes, maxWordDocumentPictures } from '../limits.ts';
import { withWordDocument } from './word/read-word-document.ts';
import type { ConversionLosses } from './word/word-worker.ts';

const mayWriteAnyText = mayUse('blog', 'shows_write', 'society_write', 'admin');

/** Users who can save a text with pictures: a post, a description, an introduction or the About text. */
const mayWrite: AccessRule<{ directsShow: boolean }> = {
  name: `directors and producers of any show, ${mayWriteAnyText.name}`,
  members: true,
  allows: (visitor, { directsShow }) => visitor.signedIn && (directsShow || mayWriteAnyText.allows(visitor, undefined)),
};

const loadWriter = async ({ db, visitor }: Pick<PageRequest, 'db' | 'visitor'>) => ({
  directsShow: visitor.signedIn && (await directsAnyShow(db, visitor.id)),
});

/** Registers the calls of the text editor: its preview, its pictures and the import of Word documents. */
export function registerWritingCalls({ call }: RouteRegistry, storage: FileStorage): void {
  const writer = { access: mayWrite, load: loadWriter };
  call(previewText, { access: signedInOnly, rateLimit: 'preview' }, async ({ body, visitor }) =>
    ok('', { html: await previewMarkdown(body.content, visitor.id) }),
  );
  call(
    uploadTextPicture,
    { ...writer, uploads: { maxFiles: 1, maxBytes: maxMediaBytes.picture } },
    uploadPicture(storage),
  );
  call(
    importWordDocument,
    { ...writer, uploads: { maxFiles: 1, maxBytes: maxWordDocumentBytes } },
    importDocument(storage),
  );
}

type NewMedia = Awaited<ReturnType<typeof storeMediaFiles>>;

/**
 * Converts a Word document to Markdown, and adds its pictures to the media. The editor inserts the text, which isn't
 * saved yet.
 */
const importDocument =
  (storage: FileStorage): CallHandler<typeof importWordDocument, unknown> =>
  async (request) => {
    const sent = request.files.find(({ field }) => field === 'document');
    if (!sent) return refuse(400, 'Choose a Word document.', { document: 'Choose a .docx file.' });
    const name = sent.name.replace(/\.docx?$/i, '');
    const { path, head } = sent.arrival;
    return withWordDocument(
      { path, head, name: sent.name, sender: request.visitor.id },
      async ({ pictures, contentWith, ...leftOut }) => {
        const stored: (NewMedia | undefined)[] = [];
        for (const picture of pictures)
          stored.push(
            await storePicture(storage, picture, {
              filename: `${name} ${stored.length + 1}`,
              sender: request.visitor.id,
            }),
          );
        const items = stored.filter((item) => item !== undefined);
        const pictureAt = (n: number) => {
          const item = stored[n];
          return item ? formatPictureMarkdown(item.alt, buildMediaUrl(item)) : '';
        };
        const content = contentWith(pictureAt);
        const omitted = listLeftOut(pictures.length - items.length, leftOut);
        if (content === '') {
          const fault =
            omitted === ''
              ? 'We found no text in this document'
              : `This document has only parts that can’t be imported: ${omitted}`;
          refuse(400, `${fault}. Open it in Word to check.`);
        }
        const formulas = leftOut.formulas > 0 ? ' Its formulas are plain text now, so check them.' : '';
        const note = createAuditContext(request);
        return request.once(async (tx) => {
          await requireSession(tx, request.visitor);
          await insertMedia(tx, items, request);
          await recordAudit(tx, { ...note, action: 'word_document.read', detail: sent.name });
          const without = omitted && `, without ${omitted}`;
          return ok(`The document has been added to the editor${without}.${formulas}`, { content });
        });
      },
    );
  };

/** Lists the parts of a document that were left out: "one picture that browsers can’t show"; "" if there are none. */
function listLeftOut(
  lost: number,
  { picturesOverLimit, linkedPictures, diagrams, comments, hasHeaders, hasHiddenText }: ConversionLosses,
): string {
  const parts = [
    ...(lost > 0 ? [`${formatPictures(lost)} that browsers can’t show`] : []),
    ...(picturesOverLimit > 0
      ? [`${formatPictures(picturesOverLimit)} after the first ${maxWordDocumentPictures}`]
      : []),
    ...(linkedPictures > 0 ? [`${formatPictures(linkedPictures)} that the document only links to`] : []),
    ...(diagrams > 0 ? [diagrams === 1 ? 'one diagram or chart' : `${diagrams} diagrams and charts`] : []),
    ...(comments > 0 ? [comments === 1 ? 'one comment' : `${comments} comments`] : []),
    ...(hasHeaders ? ['the headers and footers of its pages'] : []),
    ...(hasHiddenText ? ['its hidden text'] : []),
  ];
  return listFormat.format(parts);
}

const listFormat = new Intl.ListFormat('en-GB');

const formatPictures = (pictures: number) => (pictures === 1 ? 'one picture' : `${pictures} pictures`);

/** The status codes with which a picture is refused because of its content. */
const contentRefusalCodes = [400, 413, 415];

/**
 * Stores a picture of the document. Returns undefined if browsers can't show it, which is the case for Word's own
 * drawings, or if it is too large.
 * @throws HttpError if pictures can't be processed now; the document can be sent again later
 */
async function storePicture(
  storage: FileStorage,
  { bytes, alt }: { bytes: () => Promise<Buffer>; alt: string },
  of: { filename: string; sender: string },
): Promise<NewMedia | undefined> {
  try {
    const item = await storeMediaFiles(storage, { content: await bytes(), ...of, alt: alt.slice(0, 300) });
    return item.kind === 'image' ? item : undefined;
  } catch (fault) {
    if (fault instanceof HttpError && contentRefusalCodes.includes(fault.code)) return undefined;
    throw fault;
  }
}

/** Formats a picture in Markdown. Characters that would end the description become spaces. */
const formatPictureMarkdown = (alt: string, url: string): string =>
  `![${alt.replace(/[[\]\\\s]+/g, ' ').trim()}](${url})`;

/** Adds a picture for a text to the media. Writers may only add pictures. */
const uploadPicture =
  (storage: FileStorage): CallHandler<typeof uploadTextPicture, unknown> =>
  async (request) => {
    const { alt } = request.body;
    const sent = request.files.find(({ field }) => field === 'picture');
    if (!sent) return refuse(400, 'Choose a picture.', { picture: 'Choose a picture.' });
    const known = detectFileType(sent.arrival.head);
    if (known && known.kind !== 'image')
      refuse(415, 'This isn’t a picture. Ask an admin to upload videos and recordings.');
    const ready = await prepareMedia(storage, sent.arrival);
    try {
      const details = { filename: toSafeFileName(sent.name), alt, credit: '', consent: '' };
      const item = { id: newId(), ...details, ...(await ready.store()) };
      const entry = { ...createAuditContext(request, 'media.added'), subject: item.id, detail: item.filename };
      const note = ready.isFirstOfSeveral ? formatFirstPictureNote([item.filename]) : '';
      return await request.once(async (tx) => {
        await requireSession(tx, request.visitor);
        await insertMedia(tx, [item], { now: request.now });
        await recordAudit(tx, entry);
        return ok(`“${item.filename}” has been added to the text.${note}`, {
          content: formatPictureMarkdown(alt, buildMediaUrl(item)),
        });
      });
    } finally {
      await ready.discard();
    }
  };
