import {
  buildMediaUrl,
  explainFirstPictureOnly,
  insertMedia,
  prepareMedia,
} from '#features/publishing/media/server/index.ts';
import { requireSession } from '#features/society/accounts/server/index.ts';
import { auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { toSafeFileName } from '#platform/server/http/routes/download.ts';
import type { Storage } from '#platform/server/storage/storage.ts';
import { detectFileType } from '#platform/shared/media-kinds.ts';
import type { uploadTextPicture } from '../contract.ts';

/** Formats a picture in Markdown. Characters that would end the description become blanks. */
export const formatPictureMarkdown = (alt: string, url: string): string =>
  `![${alt.replace(/[[\]\\\s]+/g, ' ').trim()}](${url})`;

/** Adds a picture for a text to the media. Writers may only add pictures. */
export const uploadPicture =
  (storage: Storage): CallHandler<typeof uploadTextPicture, unknown> =>
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
      const entry = { ...auditContextFrom(request, 'media.added'), subject: item.id, detail: item.filename };
      const note = ready.isFirstOfSeveral ? explainFirstPictureOnly([item.filename]) : '';
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
