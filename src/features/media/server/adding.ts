import { safeName } from '../../../platform/server/http/download.ts';
import { refuse } from '../../../platform/server/http/refusal.ts';
import { newId } from '../../../platform/server/ids.ts';
import type { Storage } from '../../../platform/server/storage.ts';
import { isHeic, recognise } from '../kinds.ts';
import { preparePicture } from './pictures.ts';
import type { NewMedia } from './store.ts';

export interface SentMedia {
  filename: string;
  content: Buffer;
  /** What a person who can't see it should know. */
  alt: string;
  credit?: string;
  /** Of a film, which we keep as it is and don't open. Unsaid, it gets the room of a wide screen. */
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
  const { content, alt, credit = '', id = newId() } = sent;
  const filename = safeName(sent.filename);
  const head = content.subarray(0, 64);
  const recognised = recognise(head);
  if (isHeic(head)) refuse(415, 'This is a HEIC picture, which browsers don’t show. Save it as JPEG, then send that.');
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
  const [width, height] = kind === 'audio' ? [0, 0] : [sent.width ?? 1280, sent.height ?? 720];
  const sizes = [{ width, height, key, bytes }];
  return { id, kind, filename, contentType, width, height, sizes, placeholder: '', alt, credit };
}
