import { mediaLimits } from '#features/publishing/media/limits.ts';
import { insertMedia, mediaUrl, prepareMedia } from '#features/publishing/media/server/index.ts';
import { requireSession } from '#features/society/accounts/server/index.ts';
import { auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { safeName } from '#platform/server/http/routes/download.ts';
import type { Storage } from '#platform/server/storage/disk-storage.ts';
import { detectFileType } from '#platform/shared/media-kinds.ts';
import { uploadBlogPicture } from '../contract.ts';
import { formatPictureMarkdown } from '../picture-markdown.ts';
import { canEditBlog } from './access.ts';

const uploads = { most: 1, bytes: mediaLimits.picture };

/** Adds a picture for a post to the media. Blog writers may add pictures, and nothing else. */
export function registerBlogPictureUpload({ call, db }: Platform, storage: Storage): void {
  call(uploadBlogPicture, { access: canEditBlog, uploads }, uploadPicture({ db, storage }));
}

type Context = Pick<Platform, 'db'> & { storage: Storage };

const uploadPicture =
  ({ db, storage }: Context): CallHandler<typeof uploadBlogPicture> =>
  async (request) => {
    const { alt } = request.body;
    const sent = request.files.find(({ field }) => field === 'picture');
    if (!sent) return refuse(400, 'Choose a picture.', { picture: 'Choose a picture.' });
    const known = detectFileType(sent.arrival.head);
    if (known && known.kind !== 'image')
      refuse(415, 'This isn’t a picture. Ask an admin to upload videos and recordings.');
    const ready = await prepareMedia(storage, sent.arrival);
    try {
      const details = { filename: safeName(sent.name), alt, credit: '', consent: '' };
      const item = { id: newId(), ...details, ...(await ready.store()) };
      const entry = { ...auditContextFrom(request, 'media.added'), subject: item.id, detail: item.filename };
      // No public page shows it yet
      await write(db, async (tx) => {
        await requireSession(tx, request.visitor);
        await insertMedia(tx, [item], { now: request.now });
        await recordAudit(tx, entry);
      });
      return ok(`“${item.filename}” has been added to the text.`, {
        content: formatPictureMarkdown(alt, mediaUrl(item)),
      });
    } finally {
      await ready.discard();
    }
  };
