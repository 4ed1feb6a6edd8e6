import { directsAnyShow } from '#features/archive/shows/server/index.ts';
import { mediaLimits } from '#features/publishing/media/limits.ts';
import { mayUse, signedIn } from '#features/society/accounts/server/index.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import type { Access } from '#platform/server/http/request/visitor.ts';
import { ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { previewMarkdown } from '#platform/server/markdown/index.ts';
import type { Storage } from '#platform/server/storage/storage.ts';
import { previewText } from '#platform/shared/calls/contract.ts';
import { importWordDocument, uploadTextPicture } from '../contract.ts';
import { maxDocumentBytes } from '../limits.ts';
import { importDocument } from './import-word-document.ts';
import { uploadPicture } from './upload-picture.ts';

const mayWriteAnyText = mayUse('blog', 'shows_write', 'society_write', 'admin');

/** Users who can save a text with pictures: a post, a description, an introduction or the About text. */
const mayWrite: Access<{ directsShow: boolean }> = {
  name: `directors of any show, ${mayWriteAnyText.name}`,
  members: true,
  allows: (visitor, { directsShow }) => visitor.signedIn && (directsShow || mayWriteAnyText.allows(visitor, undefined)),
};

const loadWriter = async ({ db, visitor }: Pick<PageRequest, 'db' | 'visitor'>) => ({
  directsShow: visitor.signedIn && (await directsAnyShow(db, visitor.id)),
});

/** Registers the calls of the text editor: its preview, its pictures and the import of Word documents. */
export function registerWritingCalls({ call }: Platform, storage: Storage): void {
  const writer = { access: mayWrite, load: loadWriter };
  call(previewText, { access: signedIn, rateLimit: 'preview' }, async ({ body, visitor }) =>
    ok('', { html: await previewMarkdown(body.content, visitor.id) }),
  );
  call(uploadTextPicture, { ...writer, uploads: { most: 1, bytes: mediaLimits.picture } }, uploadPicture(storage));
  call(importWordDocument, { ...writer, uploads: { most: 1, bytes: maxDocumentBytes } }, importDocument(storage));
}
