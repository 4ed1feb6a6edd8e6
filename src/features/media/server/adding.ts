import { safeName } from '../../../platform/server/http/download.ts';
import { refuse } from '../../../platform/server/http/refusal.ts';
import { newId } from '../../../platform/server/ids.ts';
import type { Storage } from '../../../platform/server/storage.ts';
import { recognise } from '../kinds.ts';
import { preparePicture } from './pictures.ts';
import type { NewMedia } from './store.ts';

export interface SentMedia {
  filename: string;
  content: Buffer;
  /** What a person who can't see it should know. */
  alt: string;
  credit?: string;
  /** Of a film, which we keep as it is and don't open. */
  width?: number;
  height?: number;
  /** The same id for the same thing, where it must be called the same each time it is made. */
  id?: string;
}

/**
 * Keeps the files of a picture, a film or a sound and answers the row to record: files first, row second, so that a row
 * never points at nothing.
 * @throws Refusal 415 for what is none of these, by its content and whatever its name says
 */
export async function keepMedia(storage: Storage, sent: SentMedia): Promise<NewMedia> {
  const { content, alt, credit = '', width = 0, height = 0, id = newId() } = sent;
  const filename = safeName(sent.filename);
  const recognised = recognise(content.subarray(0, 64));
  if (!recognised || recognised.kind === 'document') {
    return refuse(415, 'This isn’t a picture, a film or a sound that we can show.');
  }
  const { kind, contentType } = recognised;
  if (kind === 'image') {
    const picture = await preparePicture(content);
    const sizes = [];
    for (const size of picture.sizes) {
      const { key, bytes } = await storage.put(size.bytes);
      sizes.push({ width: size.width, height: size.height, key, bytes });
    }
    const { placeholder } = picture;
    const shape = { width: picture.width, height: picture.height };
    return { id, kind, filename, contentType: 'image/webp', ...shape, sizes, placeholder, alt, credit };
  }
  const { key, bytes } = await storage.put(content);
  const sizes = [{ width, height, key, bytes }];
  return { id, kind, filename, contentType, width, height, sizes, placeholder: '', alt, credit };
}
