import type { Sharp } from 'sharp';
import { safeName } from '../../../platform/server/http/download.ts';
import { refuse } from '../../../platform/server/http/refusal.ts';
import { newId } from '../../../platform/server/ids.ts';
import { loadSharp } from '../../../platform/server/sharp.ts';
import type { Storage } from '../../../platform/server/storage.ts';
import { typeOfFile } from './recognising.ts';
import type { NewFile } from './store.ts';

export interface SentFile {
  name: string;
  content: Buffer;
  /** The show or the post it belongs to; one with neither is for nobody until `member_docs` says for whom. */
  show_id?: string | null;
  post_id?: string | null;
  member_docs?: NewFile['member_docs'];
  /** The same id for the same thing, where it must be called the same each time it is made. */
  id?: string;
}

/** As sharp writes each type again; a GIF carries nothing of its maker's whereabouts. */
const rewritten: Record<string, (picture: Sharp) => Sharp> = {
  'image/jpeg': (picture) => picture.jpeg({ quality: 90 }),
  'image/png': (picture) => picture.png(),
  'image/webp': (picture) => picture.webp({ quality: 90 }),
  'image/avif': (picture) => picture.avif({ quality: 60, effort: 1 }),
};

const mostPixels = 60_000_000;

/**
 * Keeps a file's bytes and answers the row to record: the file first, the row second, so that a row never points at
 * nothing. Of a picture we keep what is seen and not what the camera wrote into it, such as where it was taken.
 * @throws Refusal 400 for an empty file, 415 for a picture that can't be read
 */
export async function keepFile(storage: Storage, sent: SentFile): Promise<NewFile> {
  if (sent.content.length === 0) refuse(400, 'This file is empty. Choose another, or save it again first.');
  const name = safeName(sent.name);
  const content_type = typeOfFile(sent.content, name);
  const rewrite = rewritten[content_type];
  const content = rewrite ? await withoutTraces(sent.content, rewrite) : sent.content;
  const { key, bytes } = await storage.put(content);
  const { id = newId(), show_id = null, post_id = null, member_docs = 'no' } = sent;
  return { id, name, content_type, bytes, storage_key: key, show_id, post_id, member_docs };
}

async function withoutTraces(content: Buffer, rewrite: (picture: Sharp) => Sharp): Promise<Buffer> {
  const sharp = await loadSharp();
  return rewrite(sharp(content, { limitInputPixels: mostPixels, failOn: 'truncated' }).rotate())
    .toBuffer()
    .catch(() => refuse(415, 'This picture can’t be opened, or is larger than 60 megapixels. Save it again, smaller.'));
}
