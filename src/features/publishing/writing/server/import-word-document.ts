import { buildMediaUrl, insertMedia, storeMedia } from '#features/publishing/media/server/index.ts';
import { requireSession } from '#features/society/accounts/server/index.ts';
import { auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import { HttpError, refuse } from '#platform/server/http/errors/http-error.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { Storage } from '#platform/server/storage/storage.ts';
import type { importWordDocument } from '../contract.ts';
import { maxDocumentPictures } from '../limits.ts';
import { formatPictureMarkdown } from './upload-picture.ts';
import { withWordDocument } from './word/read-word-document.ts';
import type { LeftOut } from './word/word-worker.ts';

type NewMedia = Awaited<ReturnType<typeof storeMedia>>;

/**
 * Converts a Word document to Markdown and its pictures to media. The editor inserts the text, which isn't saved yet.
 */
export const importDocument =
  (storage: Storage): CallHandler<typeof importWordDocument, unknown> =>
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
        const without = describeLeftOut(pictures.length - items.length, leftOut);
        if (content === '') {
          refuse(400, `We found no text in this document${without && `, ${without}`}. Open it in Word to check.`);
        }
        const formulas = leftOut.formulas > 0 ? ' Its formulas are plain text now, so check them.' : '';
        const note = auditContextFrom(request);
        return request.once(async (tx) => {
          await requireSession(tx, request.visitor);
          await insertMedia(tx, items, request);
          await recordAudit(tx, { ...note, action: 'word_document.read', detail: sent.name });
          return ok(`The document has been added to the editor${without && `, ${without}`}.${formulas}`, { content });
        });
      },
    );
  };

/**
 * Describes the parts of a document that were left out: "without one picture that browsers can’t show"; "" if there are
 * none.
 */
function describeLeftOut(
  lost: number,
  { beyond, linkedPictures, diagrams, comments, hasHeaders, hasHiddenText }: LeftOut,
): string {
  const parts = [
    ...(lost > 0 ? [`${formatPictures(lost)} that browsers can’t show`] : []),
    ...(beyond > 0 ? [`${formatPictures(beyond)} after the first ${maxDocumentPictures}`] : []),
    ...(linkedPictures > 0 ? [`${formatPictures(linkedPictures)} that the document only links to`] : []),
    ...(diagrams > 0 ? [diagrams === 1 ? 'one diagram or chart' : `${diagrams} diagrams and charts`] : []),
    ...(comments > 0 ? [comments === 1 ? 'one comment' : `${comments} comments`] : []),
    ...(hasHeaders ? ['the headers and footers of its pages'] : []),
    ...(hasHiddenText ? ['its hidden text'] : []),
  ];
  return parts.length === 0 ? '' : `without ${listFormat.format(parts)}`;
}

const listFormat = new Intl.ListFormat('en-GB');

const formatPictures = (pictures: number) => (pictures === 1 ? 'one picture' : `${pictures} pictures`);

/** Codes of refusals because of a picture's content. */
const contentRefusalCodes = [400, 413, 415];

/**
 * Stores a picture of the document. Returns undefined if browsers can't show it, which is the case for Word's own
 * drawings, or if it is too large.
 * @throws HttpError if pictures can't be processed now; the document can be sent again later
 */
async function storePicture(
  storage: Storage,
  { bytes, alt }: { bytes: () => Promise<Buffer>; alt: string },
  of: { filename: string; sender: string },
): Promise<NewMedia | undefined> {
  try {
    const item = await storeMedia(storage, { content: await bytes(), ...of, alt: alt.slice(0, 300) });
    return item.kind === 'image' ? item : undefined;
  } catch (fault) {
    if (fault instanceof HttpError && contentRefusalCodes.includes(fault.code)) return undefined;
    throw fault;
  }
}
